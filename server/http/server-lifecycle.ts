/** While draining, the server finishes open requests and takes no new connections. */
export interface ServerLifecycle {
  isDraining: boolean
}
