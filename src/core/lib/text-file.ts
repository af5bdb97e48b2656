export interface TextFile {
  name: string
  /** Media type. */
  type: string
  text: string
}
