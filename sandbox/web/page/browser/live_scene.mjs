// What is drawn while a level is played: layouts as the worker sends them, moved on by its rows.
import { BODY_BYTES, BODY_FLOATS, CORD_BYTES, CORD_FLOATS } from "./gl.mjs";
import { Stage } from "./scene.mjs";

const KINDS_OF_ANSWER = { f8: Float64Array, f4: Float32Array, u4: Uint32Array, u1: Uint8Array };
const ROW = 6, COURSE = 13;
const BODY_MARK = 56, CORD_MARK = 32;   // bytes in an instance
const IS_HOVERED = 1, IS_SELECTED = 2;

// The arrays of an answer.
export const viewOf = (bytes) => (at) => new KINDS_OF_ANSWER[at.type](bytes.buffer, bytes.byteOffset + at.at, at.count);

// Stands for a chapter of a recording: one picture, whose rows come from outside.
export class LiveLayout {
  constructor(described, view, index, pixel) {
    const copy = (at) => view(at).slice();
    Object.assign(this, { frames: 1, ticks: new Uint32Array(1), lamps: [], films: {}, air: [], fine: 1 });
    this.table = copy(described.table);
    this.bodyRows = copy(described.rows);
    this.owners = copy(described.owners);
    this.slots = copy(described.slots);
    this.bodies = Uint32Array.from(this.owners, (_, i) => i);
    this.cords = [described.behind, described.front].map((side) => {
      const cords = {};
      for (const name of Object.keys(side)) cords[name] = copy(side[name]);
      return { ...cords, cords: Uint32Array.from(cords.owners, (_, i) => i) };
    });
    this.at = { index, pixel, look: 0, tick: 0, gone: [] };
    this.move(new Float64Array(0), new Float64Array(0), new Float32Array(0));
  }

  move(rows, states, courses) {
    Object.assign(this, { rows: Float32Array.from(rows), states, courses });
  }

  length() {
    return 0;
  }

  fillRows() {}

  state(slot) {
    return this.states[slot] || 0;
  }

  goneBy() {
    return -1;
  }

  // The lamps that are lit, as the worker says.
  lampsAt() {
    return this.lamps;
  }

  // Jets of air, in the form in which a recording has their tracks.
  blow(jets, turn) {
    this.air = jets.map((jet) => ({ ...jet, tracks: [1, jet.pose[0] / this.fine, jet.pose[1] / this.fine, jet.pose[2] / turn], columns: 4 }));
  }
}

export class LiveStage extends Stage {
  constructor(block, painter, layer) {
    super(block, painter, layer);
    this.selected = [];
    this.serial = 0;
  }

  // Shows a layout; `rows` are filled anew each time.
  put(layout) {
    const key = `${layout.at.index} ${this.hovered} ${this.selected}`;
    if (key !== this.shown || layout !== this.chapter) this.lay(layout);
    this.shown = key;
    this.chapter = layout;
    this.frame = ++this.serial;
    this.fillBodies(layout, 0);
    layout.cords.forEach((cords, side) => this.fillCords(layout, cords, side, 0));
  }

  lay(layout) {
    const count = layout.owners.length;
    this.kept = layout.bodies;
    this.bodyMoving = new Float32Array(count * BODY_FLOATS);
    this.bodyFrom = Uint32Array.from(layout.bodyRows, (row) => ROW * row);
    this.cordsAll = [];
    const bytes = this.marked(layout.table, layout.owners, BODY_BYTES, BODY_MARK);
    this.bodyTable = bytes;
    this.bodyFloats = new Float32Array(bytes.buffer);
    this.layer.bodies.setFixed(bytes, count);
    this.slotted = this.placed(layout.slots, this.kept);
    this.cordsKept = layout.cords.map((cords) => cords.cords);
    this.cordsMoving = this.cordsKept.map((kept) => new Float32Array(kept.length * CORD_FLOATS));
    layout.cords.forEach((cords, side) => {
      const mesh = side ? this.layer.front : this.layer.behind;
      mesh.setFixed(this.marked(cords.table, cords.owners, CORD_BYTES, CORD_MARK), cords.owners.length);
    });
  }

  marked(table, owners, size, at) {
    const bytes = table.slice(), floats = new Float32Array(bytes.buffer), chosen = new Set(this.selected);
    owners.forEach((owner, i) => {
      const mark = chosen.has(owner) ? IS_SELECTED : owner === this.hovered ? IS_HOVERED : 0;
      if (mark) floats[(i * size + at) / 4] = mark;
    });
    return bytes;
  }

  // The pieces of ropes over pulleys come as they are to be drawn.
  fillReeved(layout, cords, side, frame, all) {
    let from = side ? layout.cords[0].reeved.length * COURSE : 0;
    for (const index of cords.reeved) {
      all.set(layout.courses.subarray(from, from + COURSE), CORD_FLOATS * index);
      from += COURSE;
    }
  }
}

// Marks as the worker sends them, in the colours of a theme.
export function putMarks(marks, name, bytes, size) {
  const mesh = marks.painter.marks[name], count = bytes.length / size, worn = bytes.slice();
  mesh.count = 0;
  for (let at = 0; at < worn.length; at += size) {
    marks.tint(worn, at + 32);
    marks.tint(worn, at + 36);
  }
  if (count) mesh.setFixed(worn, count);
}

// The moments of a run, for going back in it.
const MOST_KEPT_BYTES = 96e6;

export class RunFilm {
  constructor() {
    this.clear();
  }

  clear() {
    Object.assign(this, { moments: [], bytes: 0 });
  }

  // Keeps a moment: {tick, layout, rows, states, courses, air, lamps, marks, goals}. A long run keeps every second one of the
  // older ones, again and again.
  add(moment) {
    if (this.moments.at(-1)?.tick === moment.tick) this.moments.pop();
    this.moments.push(moment);
    this.bytes += moment.rows.byteLength + moment.courses.byteLength + moment.states.byteLength + 200;
    if (this.bytes > MOST_KEPT_BYTES) {
      this.moments = this.moments.filter((_, i) => i % 2 === 0 || i > this.moments.length - 600);
      this.bytes /= 2;
    }
  }

  // The moment at a tick, or the last one before it.
  at(tick) {
    const { moments } = this;
    let low = 0, high = moments.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (moments[middle].tick <= tick) low = middle;
      else high = middle - 1;
    }
    return moments[low];
  }
}
