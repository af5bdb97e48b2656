declare module '*.css?text' {
  const styles: string
  export default styles
}
