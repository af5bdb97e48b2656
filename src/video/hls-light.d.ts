// hls.js ships no types for its light build, whose API is a part of the full one's.
declare module 'hls.js/light' {
  export * from 'hls.js'
  export { default } from 'hls.js'
}
