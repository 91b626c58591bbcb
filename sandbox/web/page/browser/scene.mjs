// What a page shows at a moment: from the tracks of a chapter to the rows that go to the graphics card.
import { BODY_BYTES, BODY_FLOATS, CORD_BYTES, CORD_FLOATS } from "./gl.mjs";
import { MARK_BYTES, markFilm } from "./tracks.mjs";

const AWAY = -1e4;            // m: far out of sight
const LEAP = 3;               // m: what moves farther between two pictures was put there
const BELT_MARKS = 0.06;      // m, as in cord.frag
const LAMPS = 19, MOST_LAMPS = 8, LAMP = 7;
const REEVED = [0, 1, 2, 6, 7, 8, 12];
const FORM = { circle: 0, box: 1 };
const WORLD_SIZED = new Set(["rays", "effects"]);

// The numbers of each picture beside each other: what a frame needs is then read in one go, and not from all over memory.
function byFrame(matrix, columns, frames) {
  const turned = new Int32Array(matrix.length);
  for (let column = 0; column < columns; column++) {
    for (let frame = 0; frame < frames; frame++) turned[frame * columns + column] = matrix[column * frames + frame];
  }
  return turned;
}

// A chapter with its arrays unpacked; `pose` and the like are filled by `at`.
export class Chapter {
  constructor(block, at) {
    const { head, view, tracks } = block, layout = at.layout, fine = at.pixel * head.steps.fine;
    Object.assign(this, { block, at, fine, frames: at.frames });
    this.bodies = view(layout.bodies);
    this.bodyRows = view(layout.rows);
    this.owners = view(layout.owners);
    this.slots = view(layout.slots);
    this.cords = ["behind", "front"].map((side) => {
      const cords = layout[side], unpacked = {};
      for (const name of Object.keys(cords)) unpacked[name] = view(cords[name]);
      return unpacked;
    });
    const still = view(at.still), moving = at.moving ? view(at.moving) : new Uint32Array(0);
    this.moving = moving;
    this.poses = at.poses ? byFrame(tracks(at.poses), moving.length, at.frames) : new Int32Array(0);
    const turns = view(at.turns), step = (column) => (column % 3 === 2 ? turns[column / 3 | 0] : fine);
    this.steps = Float64Array.from(moving, step);
    this.places = Uint32Array.from(moving, (column) => 6 * (column / 3 | 0) + (column % 3));
    this.rows = new Float32Array(at.rows * 6);
    for (let i = 0; i < still.length; i++) this.rows[6 * (i / 3 | 0) + (i % 3)] = still[i] * step(i);
    this.slotColumns = new Map(Array.from(at.slots ? view(at.slots) : [], (slot, column) => [slot, column]));
    this.states = at.states ? tracks(at.states) : new Int32Array(0);
    this.ropes = tracks(at.ropes);
    this.lamps = at.lamps ? tracks(at.lamps) : null;
    this.air = (at.air || []).map((jet) => ({ ...jet, tracks: tracks(jet.tracks), columns: jet.tracks.columns }));
    this.ticks = at.ticks ? view(at.ticks) : new Uint32Array(1);
    this.films = {};
    for (const [name, film] of Object.entries(at.marks)) this.films[name] = markFilm(block, film, fine, head.steps.turn);
    this.seconds = this.ticks[this.frames - 1] / head.rate;
  }

  // Seconds from one picture to the next.
  length(frame) {
    const next = Math.min(frame + 1, this.frames - 1);
    return (this.ticks[next] - this.ticks[frame]) / this.block.head.rate;
  }

  // The picture before a time (s of the chapter), and the seconds since it.
  find(seconds) {
    const tick = seconds * this.block.head.rate + 1e-6;
    let low = 0, high = this.frames - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.ticks[middle] <= tick) low = middle;
      else high = middle - 1;
    }
    return [low, Math.max(0, Math.min(seconds - this.ticks[low] / this.block.head.rate, this.length(low)))];
  }

  // Fills the motion of every body for the way from a picture to the next.
  fillRows(frame) {
    const { rows, poses, places, steps } = this, seconds = this.length(frame), count = places.length;
    const from = frame * count, to = (seconds ? frame + 1 : frame) * count, pace = seconds ? 1 / seconds : 0;
    for (let m = 0; m < count; m++) {
      const step = steps[m], now = poses[from + m] * step, change = poses[to + m] * step - now, at = places[m];
      rows[at] = now;
      rows[at + 3] = Math.abs(change) < LEAP ? change * pace : 0;
    }
  }

  state(slot, frame) {
    const column = this.slotColumns.get(slot);
    return column === undefined || !this.states.length ? 0 : this.states[column * this.frames + frame] * this.block.head.steps.state;
  }

  // The lamps that are lit at a picture, brightest first: place, reach, brightness and colour.
  lampsAt(frame) {
    const { lamps, frames, fine } = this, state = this.block.head.steps.state, lit = [];
    for (let lamp = 0; lamps && lamp < MOST_LAMPS; lamp++) {
      const number = (column) => lamps[(lamp * LAMP + column) * frames + frame];
      if (!number(3)) continue;
      lit.push([0, 1, 2].map((k) => number(k) * fine).concat([3, 4, 5, 6].map((k) => number(k) * state)));
    }
    return lit;
  }

  // The parts and links that are gone by a picture, as one number for each such state.
  goneBy(frame) {
    let index = -1;
    for (const [i, [since]] of (this.at.gone || []).entries()) if (since <= frame) index = i;
    return index;
  }

  // What is known about the goals at a picture: which are met, and how the run has ended.
  goalsAt(frame) {
    let found = [0, [], "open"];
    for (const state of this.at.goals || []) if (state[0] <= frame) found = state;
    return { met: found[1], outcome: found[2] };
  }
}

// Fills a painter's layer with a chapter, and moves it on.
export class Stage {
  constructor(block, painter, layer) {
    const { view, head } = block;
    Object.assign(this, { block, painter, layer, chapter: null, shown: "", hovered: 0 });
    this.bodyTable = view(head.tables.bodies);
    this.bodyFloats = new Float32Array(this.bodyTable.buffer, this.bodyTable.byteOffset, this.bodyTable.length / 4);
    this.cordTable = view(head.tables.cords);
  }

  // Shows a picture of a chapter; the rows are filled only where it is another one.
  show(chapter, frame, style) {
    const gone = chapter.goneBy(frame), layout = `${chapter.at.index} ${gone} ${this.hovered} ${style}`;
    if (layout !== this.shown) this.lay(chapter, gone, style);
    else if (this.chapter === chapter && this.frame === frame) return;
    this.shown = layout;
    this.chapter = chapter;
    this.frame = frame;
    chapter.fillRows(frame);
    this.fillBodies(chapter, frame);
    chapter.cords.forEach((cords, side) => this.fillCords(chapter, cords, side, frame));
  }

  lay(chapter, gone, style) {
    const [, parts, links] = gone < 0 ? [0, [], []] : chapter.at.gone[gone];
    this.kept = this.keep(chapter.owners, parts);
    this.bodyMoving = new Float32Array(this.kept.length * BODY_FLOATS);
    this.bodyFrom = Uint32Array.from(this.kept, (index) => 6 * chapter.bodyRows[index]);
    const bytes = this.copy(this.bodyTable, chapter.bodies, this.kept, BODY_BYTES, chapter.owners, 56, 60, style);
    this.layer.bodies.setFixed(bytes, this.kept.length);
    this.slotted = this.placed(chapter.slots, this.kept);
    this.cordsKept = chapter.cords.map((cords) => this.keep(cords.owners, links));
    this.cordsAll = [];
    this.cordsMoving = this.cordsKept.map((kept) => new Float32Array(kept.length * CORD_FLOATS));
    chapter.cords.forEach((cords, side) => {
      const mesh = side ? this.layer.front : this.layer.behind, kept = this.cordsKept[side];
      mesh.setFixed(this.copy(this.cordTable, cords.cords, kept, CORD_BYTES, cords.owners, 32, 28, style), kept.length);
    });
  }

  clear() {
    if (!this.shown) return;
    this.shown = "";
    for (const mesh of [this.layer.bodies, this.layer.behind, this.layer.front]) mesh.count = 0;
  }

  // Puts what coincides with another stage out of sight; `near` in metres.
  leaveOut(other, near) {
    const theirs = new Map(), seen = new Map(), number = (owner) => {
      const nth = seen.get(owner) || 0;
      seen.set(owner, nth + 1);
      return `${owner} ${nth}`;
    };
    other.kept.forEach((index, i) => theirs.set(number(other.chapter.owners[index]), [other.chapter.bodies[index], i]));
    seen.clear();
    const moving = this.bodyMoving.slice();
    this.kept.forEach((index, i) => {
      const [body, at] = theirs.get(number(this.chapter.owners[index])) || [-1, 0];
      const from = BODY_FLOATS * i, to = BODY_FLOATS * at, theirMoving = other.bodyMoving;
      if (body !== this.chapter.bodies[index] || Math.abs(moving[from + 6] - theirMoving[to + 6]) > 0.01) return;
      const fixed = body * (BODY_BYTES / 4), [px, py, , , half, high] = this.bodyFloats.subarray(fixed, fixed + 6);
      const apart = Math.hypot(moving[from] - theirMoving[to], moving[from + 1] - theirMoving[to + 1]);
      const turned = Math.abs(Math.sin((moving[from + 2] - theirMoving[to + 2]) / 2)) * 2 * (Math.hypot(px, py) + Math.hypot(half, high));
      if (apart + turned <= near) moving[from + 1] = AWAY;
    });
    this.layer.bodies.setDynamic(moving);
    this.leaveOutCords(other, near);
  }

  leaveOutCords(other, near) {
    this.cordsMoving.forEach((mine, side) => {
      const theirs = other.cordsMoving[side], moving = mine.slice();
      if (!moving.length) return;
      for (let at = 0; at < moving.length && at + CORD_FLOATS <= theirs.length; at += CORD_FLOATS) {
        let alike = true;
        for (const column of REEVED) alike &&= Math.abs(mine[at + column] - theirs[at + column]) <= near;
        if (alike) moving[at + 1] = moving[at + 7] = AWAY;
      }
      (side ? this.layer.front : this.layer.behind).setDynamic(moving);
    });
  }

  keep(owners, gone) {
    const without = new Set(gone), kept = [];
    for (let i = 0; i < owners.length; i++) if (!without.has(owners[i])) kept.push(i);
    return Uint32Array.from(kept);
  }

  copy(table, numbers, kept, size, owners, markAt, styleAt, style) {
    const bytes = new Uint8Array(kept.length * size), floats = new Float32Array(bytes.buffer);
    kept.forEach((index, i) => {
      bytes.set(table.subarray(numbers[index] * size, (numbers[index] + 1) * size), i * size);
      if (this.hovered && owners[index] === this.hovered) floats[(i * size + markAt) / 4] = 1;
      if (style) floats[(i * size + styleAt) / 4] = style;
    });
    return bytes;
  }

  placed(pairs, kept) {
    const where = new Map(Array.from(kept, (index, i) => [index, i])), placed = [];
    for (let i = 0; i < pairs.length; i += 2) if (where.has(pairs[i])) placed.push([where.get(pairs[i]), pairs[i + 1]]);
    return placed;
  }

  fillBodies(chapter, frame) {
    const { bodyMoving, bodyFrom } = this, { rows } = chapter;
    for (let i = 0, to = 0; i < bodyFrom.length; i++, to += BODY_FLOATS) {
      const from = bodyFrom[i];
      bodyMoving[to] = rows[from];
      bodyMoving[to + 1] = rows[from + 1];
      bodyMoving[to + 2] = rows[from + 2];
      bodyMoving[to + 3] = rows[from + 3];
      bodyMoving[to + 4] = rows[from + 4];
      bodyMoving[to + 5] = rows[from + 5];
    }
    for (const [i, slot] of this.slotted) bodyMoving[BODY_FLOATS * i + 6] = chapter.state(slot, frame);
    this.layer.bodies.setDynamic(bodyMoving);
  }

  fillCords(chapter, cords, side, frame) {
    const count = cords.lengths.length, mesh = side ? this.layer.front : this.layer.behind;
    if (!count) return;
    const { rows } = chapter, all = (this.cordsAll[side] ??= new Float32Array(count * CORD_FLOATS)).fill(0);
    for (let i = 0; i < count; i++) {
      const a = 6 * cords.rows[i], b = 6 * cords.rows[count + i], to = CORD_FLOATS * i;
      for (let k = 0; k < 6; k++) {
        all[to + k] = rows[a + k];
        all[to + 6 + k] = rows[b + k];
      }
      all[to + 12] = cords.lengths[i];
    }
    this.fillReeved(chapter, cords, side, frame, all);
    for (let i = 0; i < cords.slots.length; i += 2) {
      all[CORD_FLOATS * cords.slots[i] + 13] = chapter.state(cords.slots[i + 1], frame);
    }
    for (let i = 0; i < cords.running.length / 2; i++) {
      const turned = cords.travels[2 * i] * rows[6 * cords.running[2 * i + 1] + 2];
      const run = ((turned % BELT_MARKS) + BELT_MARKS) % BELT_MARKS;
      all[CORD_FLOATS * cords.running[2 * i] + 13] = cords.travels[2 * i + 1] + run;
    }
    const kept = this.cordsKept[side], moving = this.cordsMoving[side];
    if (kept.length === count) moving.set(all);
    else kept.forEach((index, i) => moving.set(all.subarray(index * CORD_FLOATS, (index + 1) * CORD_FLOATS), i * CORD_FLOATS));
    mesh.setDynamic(moving);
  }

  // The pieces of ropes over pulleys have tracks of their own: their ends run along the wheels.
  fillReeved(chapter, cords, side, frame, all) {
    const { ropes, fine, frames } = chapter, seconds = chapter.length(frame), next = seconds ? frame + 1 : frame;
    let track = side ? chapter.cords[0].reeved.length * REEVED.length : 0;
    for (const index of cords.reeved) {
      REEVED.forEach((column, k) => {
        const from = (track + k) * frames, now = ropes[from + frame] * fine;
        let change = ropes[from + next] * fine - now;
        if (column === 2) change -= 2 * Math.PI * Math.round(change / (2 * Math.PI));  // the angle at which an arc begins
        all[CORD_FLOATS * index + column] = now;
        if (column !== 12) all[CORD_FLOATS * index + column + 3] = seconds && Math.abs(change) < LEAP ? change / seconds : 0;
      });
      track += REEVED.length;
    }
  }
}

// The marks of a picture: of goals, effects and rays, as they were taken.
export class Marks {
  constructor(block, painter) {
    Object.assign(this, { block, painter, signs: new Map(), last: {} });
  }

  wear(signs) {
    this.signs = new Map(signs.map(([r, g, b, ...to]) => [r << 16 | g << 8 | b, to]));
    this.last = {};
  }

  // `zoom` is how much larger than usual what has its size in the world is drawn.
  show(chapter, frame, zoom, calm) {
    this.put("under", chapter, chapter.films.under, frame, 1);
    this.put("rays", chapter, chapter.films.rays, frame, zoom);
    this.put("effects", chapter, calm ? chapter.films.calm : chapter.films.effects, frame, zoom);
    this.put("over", chapter, chapter.films.over, frame, 1);
  }

  put(name, chapter, film, frame, zoom) {
    const mesh = this.painter.marks[name], count = film ? film.sizes[frame] : 0, first = film ? film.firsts[frame] : 0;
    const key = `${chapter.at.index} ${first} ${count} ${zoom} ${film ? film === chapter.films.calm : ""}`;
    if (this.last[name] === key) return;
    this.last[name] = key;
    if (!count) {
      mesh.count = 0;
      return;
    }
    const bytes = film.bytes.slice(first * MARK_BYTES, (first + count) * MARK_BYTES);
    const floats = new Float32Array(bytes.buffer);
    for (let mark = 0; mark < count; mark++) {
      if (zoom !== 1 && WORLD_SIZED.has(name)) {
        floats[14 * mark + 5] *= zoom;
        floats[14 * mark + 6] *= zoom;
      }
      if (film.themed[first + mark]) for (const at of [32, 36]) this.tint(bytes, mark * MARK_BYTES + at);
    }
    mesh.setFixed(bytes, count);
  }

  tint(bytes, at) {
    const to = this.signs.get(bytes[at] << 16 | bytes[at + 1] << 8 | bytes[at + 2]);
    if (to) bytes.set(to, at);
  }
}

// The numbers of the shared block for a view of a chapter: as `Canvas._begin` and `SceneryView.fill`.
export class Frame {
  constructor(block) {
    this.block = block;
    this.looks = block.head.looks.map((look) => ({ ...look, blocks: block.view(look.blocks) }));
    this.vectors = this.looks[0].blocks.length / block.head.themes.length;
    this.values = new Float32Array(this.vectors);
  }

  fill(chapter, frame, leftover, camera, theme, still) {
    const values = this.values, look = this.looks[chapter.at.look], { head } = this.block;
    values.set(look.blocks.subarray(theme * this.vectors, (theme + 1) * this.vectors));
    values.set([camera.x, camera.y, (2 * camera.zoom) / camera.width, (2 * camera.zoom) / camera.height], 0);
    values.set([1 / camera.zoom, leftover, camera.scale, 0], 4);
    this.time = still ? 0 : (chapter.at.tick + chapter.ticks[frame]) / head.rate + leftover;
    if (look.scene !== "paper") {
      values[56] = look.moves ? this.time : 0;
      values[57] = still ? 0 : 1;
      if (look.lamps) this.light(chapter.lampsAt(frame), look.lamps);
    }
    return values;
  }

  light(lamps, strength) {
    lamps.forEach(([x, y, reach, bright, ...colour], lamp) => {
      this.values.set([x, y, reach, bright * strength], 4 * (LAMPS + lamp));
      this.values.set(colour, 4 * (LAMPS + MOST_LAMPS + lamp));
    });
    this.values[4 * 17 + 3] = lamps.length;
  }

  // What the backdrop depends on: it is drawn anew only where that has changed.
  key(chapter) {
    const values = this.values;
    return [0, 1, 2, 3, 4, 8, 9, 56, 57, 58, 71].map((at) => values[at]).join(" ") + ` ${chapter.at.look} ${values[60]} ${values[64]}`;
  }
}

// The part or link under a point of the world (m), the uppermost first; 0: none.
export function ownerAt(stage, polygons, x, y, leftover) {
  const { kept, bodyMoving, chapter } = stage;
  const fixed = new DataView(stage.bodyTable.buffer, stage.bodyTable.byteOffset, stage.bodyTable.byteLength);
  for (let i = kept.length - 1; i >= 0; i--) {
    const at = BODY_FLOATS * i, from = chapter.bodies[kept[i]] * BODY_BYTES;
    const number = (n) => fixed.getFloat32(from + 4 * n, true);
    const angle = bodyMoving[at + 2] + bodyMoving[at + 5] * leftover, c = Math.cos(angle), s = Math.sin(angle);
    const dx = x - bodyMoving[at] - bodyMoving[at + 3] * leftover, dy = y - bodyMoving[at + 1] - bodyMoving[at + 4] * leftover;
    const bx = c * dx + s * dy - number(0), by = c * dy - s * dx - number(1);
    const px = number(2) * bx + number(3) * by, py = number(2) * by - number(3) * bx;
    if (Math.abs(px) > number(4) || Math.abs(py) > number(5)) continue;
    if (inside(number, polygons, px, py)) return chapter.owners[kept[i]];
  }
  return 0;
}

function inside(number, polygons, x, y) {
  const form = number(8);
  if (form === FORM.circle) return x * x + y * y <= number(4) * number(4);
  if (form === FORM.box) return true;
  const first = number(9) * 128, count = number(10);
  let within = false;
  for (let i = 0, j = count - 1; i < count; j = i++) {
    const xi = polygons[first + 2 * i], yi = polygons[first + 2 * i + 1];
    const xj = polygons[first + 2 * j], yj = polygons[first + 2 * j + 1];
    if (yi > y !== yj > y && x < ((xj - xi) * (y - yi)) / (yj - yi) + xi) within = !within;
  }
  return within;
}
