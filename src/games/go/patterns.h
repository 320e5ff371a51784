/* Which surroundings of an empty point make a move there worth a thought in a playout: a bit for
 * each. tests/games/test_go_patterns.c has the shapes as drawings, and writes these tables:
 *
 *     build/ci/tests/test.games.go_patterns print
 *
 * Away from the edge the number of a bit is the colours of the eight neighbours in base 3, in the
 * order of go_chains.around; at the edge those of five, from one side of the point round to the
 * other. */
#pragma once

#include <stdint.h>

static const uint64_t go_inner_shapes[103] = {
    0x8a186006020848a0, 0x289c040493c80016, 0x92102e801241070,  0x4120687038490010,
    0x9041ef000814e2,   0x93db44b229649641, 0x205b8917020920,   0x8253a0874381c7fc,
    0xf0001fe804120100, 0x7fd01c0e270105a7, 0x9248041249469a00, 0xc040201801a7da6,
    0xe271101ef74b000,  0x9203cee1e051380c, 0xfdf2920030124805, 0xda003029d08e44d7,
    0x6472f13c8a0f3ba7, 0x422c141e772fb689, 0x2ebfef9ff800c0b7, 0xd928040301048761,
    0x1c4e030b8fc0407f, 0x24920d2480ffb078, 0xa135ff6da4900c,   0x50287f881d2201,
    0x51ffb27a44124d20, 0x20548e8503a00490, 0x13890581a1c0e17e, 0x4904020147fc4069,
    0x2482cffd92da2592, 0x1ff100a47e2c1c08, 0x748894eaa1d0e07,  0x169f40007da217ea,
    0xe801ff447ffc9e91, 0xf69a5fa81563a55a, 0xc300001260000069, 0xa024e09e45d8b472,
    0x80174bb928e78344, 0x176391ca4c000049, 0x839f780040ff0009, 0xda2591ff04b22ec4,
    0x3fc00b85dc907be,  0x1904bb1c0e7fe001, 0x76ff5ca0d0080492, 0xb9e0f138092c3781,
    0x4020924824d2effe, 0x24d00c05dbed7693, 0x388bbf7bfd800000, 0x7e77ff02894069f1,
    0xf490000093402c97, 0x81fe80722effef,   0xff89e45df9dffed0, 0x60bbf3bffdb44b23,
    0xff7fffc00207fa01, 0x4020100924330977, 0x701a5c6e02effeff, 0x904925dffdffc0e2,
    0xbbffbfd24804124,  0x91c3fc4068598805, 0xfd92d0b392691762, 0xa176281d2ee4a38f,
    0x402c5d8e470bf100, 0xbb100e3fe20343fc, 0x1e7fec96c7fc9248, 0x88050ff140e17724,
    0x164a6552ec7038ff, 0xda05dbed70bf503a, 0xbefae2ffe4f42cb4, 0xd2fd40aa5d2a974b,
    0x9782009280176fb5, 0x125f20005a0061f,  0xba0049401c1f2f04, 0x1c86127e5e084a4a,
    0x7bfcbe113490481a, 0x7ca2492590402510, 0xd245c0824a24f6f9, 0x21d0e471fff2f846,
    0xfa0105e5e0803de8, 0x3cbc1007bfc0007,  0x8612f7a6801ff407, 0xa560069f69a49797,
    0x407bd90c1f2f0101, 0xb0383e5e0303cbc4, 0xfcbc0496956480f3, 0xa6d239135ff6c24,
    0x4f2283cee8f6f97c, 0x79dc9edf2f91c9e,  0xe2ffe5f02db48b05, 0xcbc0407bd84baefb,
    0xc0f7f0101ff64203, 0x49203fec0e079780, 0x7fdb492f2f0925ef, 0x1ffe5f78824a284d,
    0xbef1049748001400, 0xa968e80124007ffc, 0x606870185ff97de3, 0x8041fff2fbc4d241,
    0xffe5f78924924100, 0xef1f4b0702092093, 0xf7aa874381c7ffcb, 0x1f6805ff97de20,
    0xd01fff2fbc41efd0, 0xfe5f78ebdeba007f, 0x1a7da697,
};
static const uint64_t go_edge_shapes[4] = {
    0xa81b7645026ac8a0,
    0xc00a07d801409ab6,
    0xe00f6a81f724ffbe,
    0x3daa0497b7f,
};

/* Images of the eight directions of go_chains.around. */
static const uint8_t go_images[8][8] = {
    {0, 1, 2, 3, 4, 5, 6, 7}, {0, 2, 1, 3, 5, 4, 7, 6}, {3, 1, 2, 0, 6, 7, 4, 5},
    {3, 2, 1, 0, 7, 6, 5, 4}, {1, 0, 3, 2, 4, 6, 5, 7}, {2, 0, 3, 1, 5, 7, 4, 6},
    {1, 3, 0, 2, 6, 4, 7, 5}, {2, 3, 0, 1, 7, 5, 6, 4},
};
