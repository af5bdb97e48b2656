export interface MergeContext {
  from: string
  into: string
  now: Date
  zone: string
}
