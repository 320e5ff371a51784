/* Who may ask: requests that another site makes a browser send are refused. */
#pragma once

#include "web/request.h"

/* False, after an answer, if Host or Origin are not ours. A name in Host that is not known to be
 * ours may be one that an attacker lets point here (DNS rebinding); an address cannot be. */
bool cn_security_check(cn_request *request);

/* What every answer says to the browser. */
void cn_security_headers(const cn_request *request, struct MHD_Response *response);
