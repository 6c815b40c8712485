import type { AccountId } from '@attune/contract/common/ids'
import type { NativePort } from '../port.ts'

const key = 'biometry'
const maxFailures = 5
const maxAgeMilliseconds = 7 * 24 * 60 * 60_000

/** The biometric setting of one person on this device. */
type Choice = {
  userId: AccountId
  /** The number of failed attempts since the last success. */
  failures: number
  /** The time at which the person last entered the password, in milliseconds since 1970. */
  passwordAt: number
  /** Identifies the fingerprints and faces that were set up on the device at the time `passwordAt`. */
  enrollment: string
  /** Proves to the server that this device has recognized the person. Settings of earlier versions have none, so that only the password unlocks. */
  secret?: string
}

/** The calls to the server. */
export type UnlockServer = {
  /** Creates a new device secret and returns it. */
  newSecret: () => Promise<string>
  /** Unlocks the screen. Returns false for a secret that the server does not accept. */
  unlock: (secret: string) => Promise<boolean>
}

/** The result of an attempt to unlock. `password`: only the password can unlock the screen now. `failed`: the person can try again. */
export type BiometricResult = 'unlocked' | 'cancelled' | 'failed' | 'password'

/**
 * Unlocks with a fingerprint or face instead of the password, for people who have switched this on for this device. Only the password unlocks after 5
 * failed attempts, 7 days after the password was last entered, when fingerprints or faces were changed, or after the server has rejected the secret.
 */
export class BiometricUnlock {
  #port: NativePort
  #server: UnlockServer
  #now: () => number
  constructor(port: NativePort, server: UnlockServer, now: () => number = Date.now) {
    this.#port = port
    this.#server = server
    this.#now = now
  }

  async #read(userId: AccountId): Promise<Choice | null> {
    try {
      const choice = JSON.parse((await this.#port.secrets.get(key)) ?? 'null') as Choice | null
      return choice?.userId === userId ? choice : null
    } catch {
      return null
    }
  }

  #write = (choice: Choice) => this.#port.secrets.set(key, JSON.stringify(choice))

  isChosen = async (userId: AccountId): Promise<boolean> => (await this.#read(userId)) !== null

  /** Whether a fingerprint or a face unlocks now, instead of the password. */
  async isUsable(userId: AccountId): Promise<boolean> {
    const choice = await this.#read(userId)
    if (!choice?.secret || choice.failures >= maxFailures) return false
    const age = this.#now() - choice.passwordAt
    if (age < 0 || age >= maxAgeMilliseconds || !(await this.#port.biometry.isAvailable())) return false
    return (await this.#port.biometry.enrollment()) === choice.enrollment
  }

  /**
   * Asks for a fingerprint or face, and switches biometric unlocking on for this device. Returns whether it is on. Throws if there is no
   * connection.
   */
  async turnOn(userId: AccountId, reason: string, cancel: string): Promise<boolean> {
    const { biometry } = this.#port
    if (!(await biometry.isAvailable()) || (await biometry.confirm(reason, cancel)) !== true) return false
    const enrollment = await biometry.enrollment()
    if (enrollment === null) return false
    await this.#write({
      userId,
      failures: 0,
      passwordAt: this.#now(),
      enrollment,
      secret: await this.#server.newSecret(),
    })
    return true
  }

  turnOff = (): Promise<void> => this.#port.secrets.remove(key)

  /** Asks for a fingerprint or a face, and unlocks the screen on the server. Throws without a connection. */
  async unlock(userId: AccountId, reason: string, cancel: string): Promise<BiometricResult> {
    const choice = await this.#read(userId)
    if (!choice?.secret || !(await this.isUsable(userId))) return 'password'
    const result = await this.#port.biometry.confirm(reason, cancel)
    if (result === 'cancelled') return 'cancelled'
    const failures = result === true ? 0 : choice.failures + 1
    await this.#write({ ...choice, failures })
    if (result === true) return (await this.#unlockOnServer(choice.secret)) ? 'unlocked' : 'password'
    return result === 'unavailable' || failures >= maxFailures ? 'password' : 'failed'
  }

  /** Returns whether the server has accepted the secret. A rejected secret is not sent again. */
  async #unlockOnServer(secret: string): Promise<boolean> {
    const isAccepted = await this.#server.unlock(secret)
    if (!isAccepted) {
      const choice = JSON.parse((await this.#port.secrets.get(key)) ?? 'null') as Choice | null
      if (choice) await this.#write({ ...choice, secret: undefined })
    }
    return isAccepted
  }

  /** Resets the number of failed attempts, restarts the time limit, and requests a new secret, because the person has entered the password. */
  async passwordProved(userId: AccountId): Promise<void> {
    const choice = await this.#read(userId)
    const enrollment = choice && (await this.#port.biometry.enrollment())
    if (!choice) return
    if (enrollment === null) return this.turnOff()
    await this.#write({
      ...choice,
      failures: 0,
      passwordAt: this.#now(),
      enrollment,
      secret: await this.#server.newSecret(),
    })
  }
}
