/**
 * A step of a backup or a restore. Running a step again after it was interrupted has the same result as running it once. `part` is called
 * after each change that is a part of the step.
 */
export type Step<Work> = { name: string; run(work: Work, part: (name: string) => void): void }

/** Called with the name of each step, and of each part of a step, as soon as it is done. Tests end the process there. */
export type AfterStep = (name: string) => void

export function runSteps<Work>(steps: readonly Step<Work>[], work: Work, afterStep: AfterStep = () => {}): void {
  for (const { name, run } of steps) {
    run(work, (part) => afterStep(`${name}: ${part}`))
    afterStep(name)
  }
}
