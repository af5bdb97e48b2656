import type { BrowserPage, Point } from '../engines/engine.js'

/** The document of a frame as a page. Points are from the corner of the frame. `frame` finds its element. */
export function enterFrame(page: BrowserPage, frame: string): BrowserPage {
  async function toWindow({ x, y }: Point): Promise<Point> {
    const box = await page.evaluate(`(({ left, top }) => ({ x: left, y: top }))((${frame}).getBoundingClientRect())`)
    const corner = box as Point
    return { x: corner.x + x, y: corner.y + y }
  }
  return {
    ...page,
    evaluate: expression => page.evaluateInFrame(frame, expression),
    click: async at => page.click(await toWindow(at)),
    mouseDown: async at => page.mouseDown(await toWindow(at)),
    wheel: async (at, delta) => page.wheel(await toWindow(at), delta),
    touchStart: async at => page.touchStart(await toWindow(at)),
    touchMove: async to => page.touchMove(await toWindow(to))
  }
}
