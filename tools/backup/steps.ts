/** A step of a restore. An interrupted step can be run again. A step calls `part` after each change that belongs to it. */
export type Step<Work> = { name: string; run(work: Work, part: (name: string) => void): void | Promise<void> }

/**
 * Called with the name of each step and of each part of a step after it is done. Tests kill the process in this
 * function.
 */
export type AfterStep = (name: string) => void

export async function runSteps<Work>(
  steps: readonly Step<Work>[],
  work: Work,
  afterStep: AfterStep = () => {},
): Promise<void> {
  for (const { name, run } of steps) {
    await run(work, (part) => afterStep(`${name}: ${part}`))
    afterStep(name)
  }
}
