import type { NativePort } from '../port.ts'

const key = 'biometry'
const maxFailures = 5
const maxAgeMilliseconds = 7 * 24 * 60 * 60_000

/**
 * The choice of one person on this device. `passwordAt` is when they last proved their password, in milliseconds. `enrollment` identifies
 * the fingerprints and faces that the device knew then.
 */
type Choice = { userId: string; failures: number; passwordAt: number; enrollment: string }

export type BiometricResult = 'unlocked' | 'cancelled' | 'failed' | 'password'

/**
 * Unlocks with a fingerprint or a face instead of the password, for people who have chosen it on this device. After 5 failed attempts, with
 * other fingerprints or faces than before, or after 7 days, only the password unlocks.
 */
export class BiometricUnlock {
  #port: NativePort
  #now: () => number
  constructor(port: NativePort, now: () => number = Date.now) {
    this.#port = port
    this.#now = now
  }

  async #read(userId: string): Promise<Choice | null> {
    try {
      const choice = JSON.parse((await this.#port.secrets.get(key)) ?? 'null') as Choice | null
      return choice?.userId === userId ? choice : null
    } catch {
      return null
    }
  }

  #write = (choice: Choice) => this.#port.secrets.set(key, JSON.stringify(choice))

  isChosen = async (userId: string): Promise<boolean> => (await this.#read(userId)) !== null

  /** Whether a fingerprint or a face unlocks now, instead of the password. */
  async isUsable(userId: string): Promise<boolean> {
    const choice = await this.#read(userId)
    if (!choice || choice.failures >= maxFailures) return false
    const age = this.#now() - choice.passwordAt
    if (age < 0 || age >= maxAgeMilliseconds || !(await this.#port.biometry.isAvailable())) return false
    return (await this.#port.biometry.enrollment()) === choice.enrollment
  }

  /** Asks for a fingerprint or a face, and from now on accepts it on this device. Returns whether it is on. */
  async turnOn(userId: string, reason: string, cancel: string): Promise<boolean> {
    const { biometry } = this.#port
    if (!(await biometry.isAvailable()) || (await biometry.confirm(reason, cancel)) !== true) return false
    const enrollment = await biometry.enrollment()
    if (enrollment === null) return false
    await this.#write({ userId, failures: 0, passwordAt: this.#now(), enrollment })
    return true
  }

  turnOff = (): Promise<void> => this.#port.secrets.remove(key)

  async unlock(userId: string, reason: string, cancel: string): Promise<BiometricResult> {
    const choice = await this.#read(userId)
    if (!choice || !(await this.isUsable(userId))) return 'password'
    const result = await this.#port.biometry.confirm(reason, cancel)
    if (result === 'cancelled') return 'cancelled'
    const failures = result === true ? 0 : choice.failures + 1
    await this.#write({ ...choice, failures })
    if (result === true) return 'unlocked'
    return result === 'unavailable' || failures >= maxFailures ? 'password' : 'failed'
  }

  /** Counts attempts and days again from now on, because the person has proved the password. */
  async passwordProved(userId: string): Promise<void> {
    const choice = await this.#read(userId)
    const enrollment = choice && (await this.#port.biometry.enrollment())
    if (!choice) return
    if (enrollment === null) return this.turnOff()
    await this.#write({ ...choice, failures: 0, passwordAt: this.#now(), enrollment })
  }
}
