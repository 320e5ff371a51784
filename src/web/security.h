/* Who may ask. Requests that a page of another site makes a browser send are refused, and so are
 * visitors without the token where one is needed. */
#pragma once

#include "web/request.h"

/* False, after an answer, if the token is missing, or Host or Origin are not ours. A name in Host
 * that is not known to be ours may be one that an attacker lets point here (DNS rebinding); an
 * address cannot be. */
bool cn_security_check(cn_request *request);

/* Adds what every answer says to the browser, and the cookie for one that came with the token. */
void cn_security_headers(const cn_request *request, struct MHD_Response *response);
