export const ENGINE_NAMES = ['chromium', 'firefox', 'webkit'] as const
export type EngineName = (typeof ENGINE_NAMES)[number]

export interface Point {
  x: number
  y: number
}

export interface PageSize {
  width: number
  height: number
}

export interface PageSettings {
  /** Physical px in a CSS px, as after a zoom of the browser. 1 by default. */
  scale?: number
  /** Colours of the system in place of those of pages. */
  hasForcedColors?: boolean
}

/** Names of `KeyboardEvent.key`. */
export type Key = 'ArrowDown' | 'ArrowLeft' | 'ArrowRight' | 'ArrowUp' | 'Enter' | 'Escape' | 'Tab'
export type ModifierKey = 'Shift'

/** What a journey does in a browser. Points are in CSS px from the corner of the window. */
export interface BrowserPage {
  readonly engine: EngineName
  /** The major version. */
  readonly version: number
  goto(url: string): Promise<void>
  /** The value of a JavaScript expression, or of its promise, as JSON carries it. */
  evaluate(expression: string): Promise<unknown>
  /** In the document of a frame, of any origin. `frame` is an expression that finds its element. */
  evaluateInFrame(frame: string, expression: string): Promise<unknown>
  click(at: Point): Promise<void>
  mouseDown(at: Point): Promise<void>
  mouseUp(): Promise<void>
  wheel(at: Point, delta: Point): Promise<void>
  touchStart(at: Point): Promise<void>
  touchMove(to: Point): Promise<void>
  touchEnd(): Promise<void>
  press(key: Key, modifier?: ModifierKey): Promise<void>
  type(text: string): Promise<void>
  /** `expression` finds the file field. */
  chooseFile(expression: string, file: string): Promise<void>
  back(): Promise<void>
  forward(): Promise<void>
  reload(): Promise<void>
  screenshot(): Promise<Uint8Array>
  /** The page on paper, as PDF. */
  print(): Promise<Uint8Array>
  /** Of this page's visitor. */
  close(): Promise<void>
}

export interface Engine {
  readonly name: EngineName
  /** Opens an empty page of a new visitor. */
  openPage(size: PageSize, settings?: PageSettings): Promise<BrowserPage>
}
