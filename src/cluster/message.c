/* Writes and reads messages. A message begins with its kind and its run, four bytes each, and then
 * has what was put, without names or lengths: who reads it knows the order. A message for which
 * memory ran out has no bytes, and nothing can be put into it any more, so callers need to look
 * only once. */
#include "cluster/message.h"

#include <stdlib.h>
#include <string.h>

cn_message cn_message_new(cn_message_kind kind, uint32_t run) {
    cn_message m = {.kind = kind, .run = run, .room = 256};
    m.bytes = malloc(m.room);
    cn_message_put(&m, &m.kind, sizeof m.kind);
    cn_message_put(&m, &m.run, sizeof m.run);
    return m;
}

cn_message cn_message_open(void *bytes, size_t size, int from) {
    cn_message m = {.bytes = bytes, .size = size, .from = from};
    cn_message_get(&m, &m.kind, sizeof m.kind);
    cn_message_get(&m, &m.run, sizeof m.run);
    return m;
}

void cn_message_free(cn_message *m) {
    free(m->bytes);
    *m = (cn_message){0};
}

void cn_message_put(cn_message *m, const void *value, size_t size) {
    if (m->bytes && m->size + size > m->room) {
        m->room = 2 * (m->size + size);
        unsigned char *more = realloc(m->bytes, m->room);
        if (!more) free(m->bytes);
        m->bytes = more;
    }
    if (!m->bytes) return;
    memcpy(m->bytes + m->size, value, size);
    m->size += size;
}

void cn_message_put_text(cn_message *m, const char *text) {
    cn_message_put(m, text, strlen(text) + 1);
}

/* What comes from another process may be cut short, so every read is checked. */
bool cn_message_get(cn_message *m, void *value, size_t size) {
    if (!m->bytes || size > m->size - m->at) {
        memset(value, 0, size);
        return false;
    }
    memcpy(value, m->bytes + m->at, size);
    m->at += size;
    return true;
}

bool cn_message_get_text(cn_message *m, char *text, size_t size) {
    const size_t left = m->size - m->at;
    const size_t length = m->bytes ? strnlen((const char *)m->bytes + m->at, left) : 0;
    if (!m->bytes || length == left || length >= size) {
        if (size) text[0] = '\0';
        return false;
    }
    return cn_message_get(m, text, length + 1);
}
