import { getPriority, setPriority } from 'node:os'

/**
 * Lowers the priority of this process to a niceness, so that the server answers quickly meanwhile. Leaves a priority that is already lower, because
 * only root may raise it: without this, a process that was started with `nice` would end with an error.
 */
export function lowerPriority(niceness: number): void {
  if (getPriority() < niceness) setPriority(niceness)
}
