// The streaks of the jets of air, as far as nothing stands in their way: as air_flow.py for the desktop.
import { BODY_BYTES, BODY_FLOATS } from "./gl.mjs";
import { MARK_BYTES } from "./tracks.mjs";

const SLIGHT = 0.02;          // m: a shape that is smaller shields nothing
const LEAST_PACE = 1e-9;      // m on the way along a streak: instead of 0, by which nothing can be divided
const MARK_FLOATS = MARK_BYTES / 4;
const WIDTH = 6, FEATHER = 12, INK = 32;  // places in a mark: floats 6 and 12, byte 32

// The shapes of a layout that can shield something: the row that moves each, its record, and its reach around its body (m).
class Shelters {
  constructor(stage) {
    const { chapter, kept, bodyFloats: fixed } = stage, record = (index) => chapter.bodies[index] * (BODY_BYTES / 4);
    const large = [...kept.keys()].filter((i) => Math.min(fixed[record(kept[i]) + 4], fixed[record(kept[i]) + 5]) > SLIGHT);
    this.rows = Uint32Array.from(large, (i) => BODY_FLOATS * i);
    this.owners = Uint32Array.from(large, (i) => chapter.owners[kept[i]]);
    this.records = Uint32Array.from(large, (i) => record(kept[i]));
    this.rounds = Float64Array.from(this.records, (at) => Math.hypot(fixed[at], fixed[at + 1]) + Math.hypot(fixed[at + 4], fixed[at + 5]));
  }
}

export class Air {
  constructor(block, painter) {
    const { air, steps } = block.head, across = Float64Array.from(block.view(air.across));
    // From one side of a jet to the other, so that those streaks that a shape can stop are neighbours.
    this.order = Uint32Array.from(across.keys()).sort((a, b) => across[a] - across[b]);
    this.ordered = Float64Array.from(this.order, (streak) => across[streak]);
    this.starts = Float64Array.from(block.view(air.starts));
    Object.assign(this, { painter, air, across, turn: steps.turn, room: 0, sheltersOf: null });
  }

  // Shows the streaks of all jets that blow; `pixels` are those of the interface in a metre.
  show(stage, frame, time, pixels) {
    const { air, frames, fine } = stage.chapter, mesh = this.painter.marks.air, each = this.starts.length;
    const width = Math.min(3.2, Math.max(1.4, 0.012 * pixels));
    let count = 0;
    for (const jet of air) {
      const { tracks } = jet;
      if (!(tracks[frame] > 0)) continue;
      this.makeRoom(count + each);
      this.place(jet, tracks[frames + frame] * fine, tracks[2 * frames + frame] * fine, tracks[3 * frames + frame] * this.turn);
      this.seeFreeWays(jet, stage, frame);
      this.lay(jet, time, width, count);
      count += each;
    }
    mesh.count = 0;
    if (count) mesh.setFixed(this.bytes.subarray(0, count * MARK_BYTES), count);
  }

  // Makes room for so many streaks, with what is the same in all of them.
  makeRoom(count) {
    if (count <= this.room) return;
    const before = this.bytes;
    this.room = Math.max(count, 2 * this.room);
    this.bytes = new Uint8Array(this.room * MARK_BYTES);
    this.floats = new Float32Array(this.bytes.buffer);
    for (let mark = 0; mark < this.room; mark++) {
      this.bytes.set(this.air.ink, mark * MARK_BYTES + INK);
      this.floats[mark * MARK_FLOATS + FEATHER] = 0.7;
    }
    if (before) this.bytes.set(before);
  }

  // The mouth of a jet, and the way along it, in the world.
  place(jet, x, y, angle) {
    const c = Math.cos(angle), s = Math.sin(angle), [ox, oy] = jet.mouth, [ax, ay] = jet.axis;
    jet.x = x + c * ox - s * oy;
    jet.y = y + s * ox + c * oy;
    jet.alongX = c * ax - s * ay;
    jet.alongY = s * ax + c * ay;
  }

  // Fills how far each streak of a jet goes before a shape of another part stands in its way (m): `jet.frees`.
  seeFreeWays(jet, stage, frame) {
    const { kept, bodyMoving, bodyFloats: fixed } = stage;
    if (jet.keptOf === kept && jet.frame === frame) return;
    if (this.sheltersOf !== kept) Object.assign(this, { sheltersOf: kept, shelters: new Shelters(stage) });
    Object.assign(jet, { keptOf: kept, frame });
    jet.frees = (jet.frees ?? new Float64Array(this.across.length)).fill(jet.reach);
    const { rows, owners, records, rounds } = this.shelters, { x, y, alongX, alongY, reach, half, spread, part } = jet;
    for (let i = 0; i < rows.length; i++) {
      const at = rows[i], around = rounds[i], dx = bodyMoving[at] - x, dy = bodyMoving[at + 1] - y;
      const far = dx * alongX + dy * alongY, beside = dy * alongX - dx * alongY;
      if (far < -around || far > reach + around || Math.abs(beside) > half + spread * (far + around) + around) continue;
      if (owners[i] !== part) this.stop(jet, far, beside, bodyMoving[at + 2], fixed, records[i]);
    }
  }

  // Ends the streaks of a jet at a shape; its body is so far along the jet, and beside its middle (m), and so turned.
  stop(jet, far, beside, angle, fixed, at) {
    const { order, ordered } = this, { frees, reach, half, spread, alongX, alongY } = jet, long = fixed[at + 4], high = fixed[at + 5];
    const cosine = Math.cos(angle), sine = Math.sin(angle), c = cosine * alongX + sine * alongY, s = sine * alongX - cosine * alongY;
    const x = far + c * fixed[at] - s * fixed[at + 1], y = beside + s * fixed[at] + c * fixed[at + 1];
    const ux = c * fixed[at + 2] - s * fixed[at + 3], uy = s * fixed[at + 2] + c * fixed[at + 3];
    const deep = Math.abs(ux) * long + Math.abs(uy) * high, wide = Math.abs(uy) * long + Math.abs(ux) * high;
    const begin = Math.max(0, x - deep), end = Math.min(reach, x + deep), bottom = y - wide, top = y + wide;
    if (begin > end) return;
    const narrow = half + spread * begin, broad = half + spread * end;
    for (let n = 0; n < ordered.length; n++) {
      const side = ordered[n];
      if (Math.max(side * narrow, side * broad) < bottom) continue;
      if (Math.min(side * narrow, side * broad) > top) break;
      const dx = -x, dy = side * half - y, run = side * spread * reach;
      const offU = dx * ux + dy * uy, offV = dy * ux - dx * uy;
      let paceU = reach * ux + run * uy, paceV = run * ux - reach * uy;
      if (Math.abs(paceU) < LEAST_PACE) paceU = LEAST_PACE;
      if (Math.abs(paceV) < LEAST_PACE) paceV = LEAST_PACE;
      const u1 = (-long - offU) / paceU, u2 = (long - offU) / paceU, v1 = (-high - offV) / paceV, v2 = (high - offV) / paceV;
      const enter = Math.max(0, Math.min(u1, u2), Math.min(v1, v2)), leave = Math.min(1, Math.max(u1, u2), Math.max(v1, v2));
      if (enter < leave && enter * reach < frees[order[n]]) frees[order[n]] = enter * reach;
    }
  }

  // Writes the streaks of a jet at a time (s) as marks, from this one on; in the order of the window, as they overlap.
  lay(jet, time, width, first) {
    const { floats, bytes, air, starts, across } = this, { x, y, alongX, alongY, half, spread, reach, even, frees } = jet;
    const lasts = (reach / jet.speed) * (even ? 1 : air.lasts), shutter = even ? 0.05 * lasts : air.shutter;
    for (let n = 0, at = first * MARK_FLOATS; n < starts.length; n++, at += MARK_FLOATS) {
      const age = (time + lasts * starts[n]) % lasts, free = frees[n];
      const tip = Math.min(travelled(jet, age), free), tail = Math.min(travelled(jet, age - shutter), free);
      let strength = Math.min(1, (6 * age) / lasts) * (1 - ((even ? 0.3 : 0.8) * tip) / reach);
      if (tail >= free - 1e-9) strength = 0;  // it has met something
      if (even) strength *= Math.min(1, 5 * (1 - age / lasts));
      const tailOff = across[n] * (half + spread * tail), tipOff = across[n] * (half + spread * tip);
      floats[at] = x + tail * alongX - tailOff * alongY;
      floats[at + 1] = y + tail * alongY + tailOff * alongX;
      floats[at + 2] = x + tip * alongX - tipOff * alongY;
      floats[at + 3] = y + tip * alongY + tipOff * alongX;
      floats[at + WIDTH] = width * (0.5 + 0.5 * strength);
      bytes[4 * at + INK + 3] = air.bright * strength;
    }
  }
}

// How far a jet carries something in a time (m).
function travelled({ even, speed, reach }, seconds) {
  if (seconds <= 0) return 0;
  return even ? Math.min(speed * seconds, reach) : reach * (1 - Math.exp((-speed * seconds) / reach));
}
