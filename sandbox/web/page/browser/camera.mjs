// The view of a canvas: which part of the world it shows, and how large; as camera.py.

const USUAL_WIDTH = 1280, SMALLEST_MARKS = 0.6;  // px in which marks have their usual size, as in films
const NEAREST = 6000, FARTHEST = 20;             // px in a metre
const MOUSE_ZOOM = 0.0015, LINE_ZOOM = 0.05;     // of a wheel that turns by pixels, and of one that turns by lines

// `x` and `y` are the middle of the view (m), `zoom` the pixels of the canvas in a metre, `scale` those of the
// interface; `world` is the size of the level, {width, height}.
export class Camera {
  constructor(canvas, margin) {
    Object.assign(this, { canvas, margin, x: 0, y: 0, zoom: 100, width: 1, height: 1, scale: 1, fitted: true });
    this.world = { width: 1, height: 1 };
  }

  // Takes over the size that the canvas has on the page.
  measure() {
    const { canvas } = this, ratio = devicePixelRatio, box = canvas.getBoundingClientRect();
    const width = Math.max(1, Math.round(box.width * ratio)), height = Math.max(1, Math.round(box.height * ratio));
    if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
    Object.assign(this, { width, height, scale: ratio * Math.max(SMALLEST_MARKS, Math.min(1, box.width / USUAL_WIDTH)) });
    if (this.fitted) this.fit();
  }

  // Shows all of the level.
  fit() {
    const { world } = this, room = 1 - 2 * this.margin;
    this.zoom = Math.max(FARTHEST, Math.min(NEAREST, (this.width * room) / world.width, (this.height * room) / world.height));
    Object.assign(this, { x: world.width / 2, y: world.height / 2, fitted: true });
  }

  // The metres of a pixel of the interface.
  get pixel() {
    return this.scale / this.zoom;
  }

  // The point of the world (m) under a pixel of the page, from the picture's corner.
  point(px, py) {
    const ratio = devicePixelRatio;
    return [this.x + (px * ratio - this.width / 2) / this.zoom, this.y - (py * ratio - this.height / 2) / this.zoom];
  }

  // Zooms so that the point under a pixel of the page stays there.
  zoomAt(factor, px, py) {
    const [x, y] = this.point(px, py);
    this.zoom = Math.max(FARTHEST, Math.min(NEAREST * devicePixelRatio, this.zoom * factor));
    const [nowX, nowY] = this.point(px, py);
    this.pan(x - nowX, y - nowY);
  }

  // Moves the view by metres; its middle stays in the level.
  pan(dx, dy) {
    this.x = Math.max(0, Math.min(this.world.width, this.x + dx));
    this.y = Math.max(0, Math.min(2 * this.world.height, this.y + dy));
    this.fitted = false;
  }

  // Moves the view by pixels of the page, as what is dragged to the right comes from the left.
  drag(px, py) {
    const ratio = devicePixelRatio / this.zoom;
    this.pan(-px * ratio, py * ratio);
  }

  // Zooms as two fingers say, one of which has moved while the other one rests.
  pinch(before, now, other) {
    const far = (point) => Math.max(1, Math.hypot(point[0] - other[0], point[1] - other[1]));
    this.zoomAt(far(now) / far(before), (now[0] + other[0]) / 2, (now[1] + other[1]) / 2);
  }

  wheel(event) {
    this.zoomAt(Math.exp(-event.deltaY * (event.deltaMode ? LINE_ZOOM : MOUSE_ZOOM)), event.offsetX, event.offsetY);
  }
}
