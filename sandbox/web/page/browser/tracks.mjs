// Reads what pack.py has packed: arrays, and tracks of whole numbers over time.

const KINDS = { f4: Float32Array, i4: Int32Array, u4: Uint32Array, u2: Uint16Array, u1: Uint8Array };

const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%:()*+-;,=.?@^_[{|}~";

// The bytes of a text of base 85, five letters for four of them, after their number.
export function fromBase85(text) {
  const values = new Uint8Array(128), blank = text.indexOf(" "), length = Number(text.slice(0, blank));
  for (let i = 0; i < DIGITS.length; i++) values[DIGITS.charCodeAt(i)] = i;
  const bytes = new Uint8Array(4 * Math.ceil(length / 4));
  for (let at = blank + 1, to = 0; to < bytes.length; to += 4) {
    let four = 0;
    for (let i = 0; i < 5; i++) four = (four * 85 + values[text.charCodeAt(at++)]) >>> 0;
    bytes[to] = four >>> 24;
    bytes[to + 1] = four >>> 16;
    bytes[to + 2] = four >>> 8;
    bytes[to + 3] = four;
  }
  return bytes.subarray(0, length);
}

// Unpacks a page's block: {head, view, tracks, unfold}.
export async function unpack(text) {
  const packed = fromBase85(text);
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"));
  const buffer = await new Response(stream).arrayBuffer();
  const length = Number(new DataView(buffer).getBigUint64(0, true));
  const head = JSON.parse(new TextDecoder().decode(new Uint8Array(buffer, 8, length)));
  const base = 8 + length;
  const view = (at) => new KINDS[at.type](buffer, base + at.at, at.count);

  // A matrix, one column after the other, from its differences folded into unsigned numbers.
  function unfold(at, rows) {
    const planes = view(at.planes);
    const matrix = new Int32Array(rows * planes.length);
    let from = base + at.at;
    planes.forEach((count, column) => {
      const into = matrix.subarray(column * rows, (column + 1) * rows);
      for (let plane = 0; plane < count; plane++, from += rows) {
        const bytes = new Uint8Array(buffer, from, rows), shift = 8 * plane;
        for (let row = 0; row < rows; row++) into[row] |= bytes[row] << shift;
      }
      if (count) for (let row = 0; row < rows; row++) into[row] = (into[row] >>> 1) ^ -(into[row] & 1);
    });
    return matrix;
  }

  // A row of numbers for each frame; the number of a column in a frame is at [column * frames + frame].
  function tracks(at) {
    const { frames, columns } = at, first = view(at.first), matrix = unfold(at, frames);
    for (let column = 0; column < columns; column++) {
      const from = column * frames;
      let value = first[column], speed = 0;
      matrix[from] = value;
      for (let frame = 1; frame < frames; frame++) {
        speed = (speed + matrix[from + frame]) | 0;
        value = (value + speed) | 0;
        matrix[from + frame] = value;
      }
    }
    return matrix;
  }
  return { head, view, unfold, tracks };
}

export const MARK_BYTES = 56;
const SAME = -1, HEADING = 4, PIXELS = 1 / 64;

// The marks of one overlay over time, as the rows that go to the graphics card. A frame's are at [first, first + count).
export function markFilm(block, at, step, turn) {
  const counts = block.view(at.counts), total = at.total, changes = block.unfold(at, total);
  const columns = changes.length / Math.max(1, total) | 0;
  const firsts = new Uint32Array(counts.length), sizes = new Uint32Array(counts.length);
  const data = new ArrayBuffer(total * MARK_BYTES), floats = new Float32Array(data), bytes = new Uint8Array(data);
  const themed = new Uint8Array(total);
  let now = new Int32Array(0), heading = new Int32Array(0), row = 0;
  for (let frame = 0; frame < counts.length; frame++) {
    const count = counts[frame];
    if (count === SAME) {
      firsts[frame] = firsts[frame - 1];
      sizes[frame] = sizes[frame - 1];
      heading.fill(0);
      continue;
    }
    const goesOn = count * columns === now.length && frame > 0;
    if (!goesOn) {
      now = new Int32Array(count * columns);
      heading = new Int32Array(count * HEADING);
    }
    firsts[frame] = row;
    sizes[frame] = count;
    for (let mark = 0; mark < count; mark++, row++) {
      for (let column = 0; column < columns; column++) {
        let change = changes[column * total + row];
        if (column < HEADING && goesOn) {
          change = (change + heading[mark * HEADING + column]) | 0;
          heading[mark * HEADING + column] = change;
        }
        now[mark * columns + column] = (now[mark * columns + column] + change) | 0;
      }
      write(now, mark * columns, row);
    }
  }

  function write(from, first, into) {
    const at = into * (MARK_BYTES / 4);
    for (let column = 0; column < 4; column++) {
      floats[at + column] = from[first + column] * step;
      floats[at + 4 + column] = from[first + 4 + column] * PIXELS;
    }
    for (let byte = 0; byte < 8; byte++) bytes[into * MARK_BYTES + 32 + byte] = from[first + 8 + byte];
    floats[at + 10] = from[first + 16] * turn;
    floats[at + 11] = from[first + 17] * PIXELS;
    floats[at + 12] = from[first + 18] * PIXELS;
    themed[into] = from[first + 19];
  }
  return { firsts, sizes, bytes, themed };
}
