/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_GOOGLE_include_directive : require
/*
 * local_subgroup: LOCAL with a stack per subgroup: none waits for another of its group.
 *
 * Computes    the inputs are shared out in advance, every S-th of them to one of S subgroups. A
 *             round bounds a range per lane: the stack's, in the higher lanes, and, where they fill
 *             half of the lanes or less, new inputs in the lower ones; the children of split ones
 *             are pushed side by side. The stack stays sorted by splits since its inputs, which
 *             bounds it by lanes x max_depth. Drawn ranges are gathered in shared memory, and
 *             written as many at a time as there are lanes, with an atomic for all of these. It
 *             ends with inputs and stack; or, when all inputs are taken and push.rounds are done,
 *             it leaves its stack to a list, the inputs of the next launch. Counts stay in
 *             registers until the end.
 * Bench       reyes_subdivision.bound_and_split, variants local_subgroup and local_redistributed;
 *             baseline breadth_scans.
 * Bindings    0 patches; 2 drawn; 3 control of bound.glsl; 4 input ranges, where LISTED; 5 per
 *             subgroup COUNT_WORDS words of counts, written at the end; 6 the list, of which
 *             control[QUEUE] counts the ranges.
 * Constants   0 group size, at most 512; 1 DEPTH: ranges of the stack per lane, max_depth; 2 ROOM =
 *             group size x (DEPTH + 2); 3 LISTED: the inputs are those of a list, otherwise whole
 *             patches; 4 LEVELS counts per depth, for `inspect`; push.view of bound_pushed.glsl;
 *             push.groups; push.inputs_word, of control, that has the number of inputs;
 *             push.output_max and push.list_max, room in bindings 2 and 6: beyond it nothing is
 *             written, and OVERFLOW set; push.rounds; push.rounds_max; push.launch, of which this
 *             one is: 0 or 1.
 * Dispatch    push.groups groups in x.
 * Work        reads each input and its patch, writes 8 bytes per drawn range, and 16 per range that
 *             is left to the list, to write and read it; REYES_BOUND_OPERATIONS operations
 *             (device.h) per bound; bound by latency where inputs are few.
 * Error       as bound.comp.
 * Needs       subgroup_ballot; any subgroup size; 8 ROOM bytes of shared memory and 4 per thread;
 *             no forward progress between groups or subgroups. The loop ends after push.rounds_max
 *             rounds at the latest, and leaves the rest undone.
 * Source      contender; Weber 2014, section 3.3, a subgroup in place of a work-group.
 */
#include "reyes_subdivision/local_subgroup.glsl"
