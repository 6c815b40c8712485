import type { AccountId, DeviceId } from '@attune/contract/common/ids'
import type { Role } from '@attune/contract/features/people/account/account'
import { deviceInfoLength, openPushPayload } from '@attune/contract/features/people/native-app/native-app.rules'
import { api } from '../../api/api.ts'
import { errorCode } from '../../api/errors.ts'
import { browserStorage } from '../../safe-storage.ts'
import { deviceInfo } from '../device/device-info.ts'
import type { NativePort } from '../port.ts'

const installationKey = 'installation'
const choiceKey = 'push'
/**
 * The storage key of a flag that is set while this installation has a token. The flag is not in secure storage, so that it survives if secure storage
 * is erased.
 */
const registeredFlag = 'attune-device-push'

/** The person who has switched on push notifications on this device, and the key that decrypts them. */
type Choice = { userId: AccountId; role: Role; payloadKey: string }
type Person = { userId: AccountId; role: Role }

/**
 * The reason why this device receives no push notifications. `not-permitted`: the system does not permit notifications of the app. `not-built`: the
 * app was not built with the push keys of this practice's host. `failed`: no response, or another error.
 */
export type DevicePushProblem = 'not-permitted' | 'not-built' | 'failed'

/** Whether this installation is registered at a push provider. */
export const isPushRegistered = (): boolean => browserStorage.get(registeredFlag) !== null

type Device = { id: DeviceId; platform: NativePort['platform']; deviceInfo: string }

/** The server calls that record, save and remove a device. */
export type DeviceCalls = {
  recordDevice(input: Device): Promise<unknown>
  saveDevice(input: Device & { token: string; isRenewal: boolean }): Promise<{ payloadKey: string }>
  removeDevice(input: { id: DeviceId }): Promise<unknown>
}

let lastTurn: Promise<unknown> = Promise.resolve()

/**
 * Runs a change of this device after all earlier ones. Otherwise, a call that records the device without a token could reach the server after the
 * call that turns push on, and turn it off again.
 */
function inTurn<Result>(run: () => Promise<Result>): Promise<Result> {
  const turn = lastTurn.then(run)
  lastTurn = turn.catch(() => {})
  return turn
}

/** Switches push notifications of a person on and off on this device, and renews them when the app starts. */
export class DevicePush {
  #port: NativePort
  #calls: DeviceCalls
  constructor(port: NativePort, calls: DeviceCalls = api.nativeApp) {
    this.#port = port
    this.#calls = calls
  }

  /**
   * Switches push notifications on. Returns the problem that prevents them; null if they are on. Asks the person for permission, so call it
   * only on a click.
   */
  async turnOn(person: Person): Promise<DevicePushProblem | null> {
    if (!(await this.#port.notifications.ask())) return 'not-permitted'
    return inTurn(() => this.#turnOn(person))
  }

  async #turnOn(person: Person): Promise<DevicePushProblem | null> {
    const token = await this.#register()
    if (!token) return (await this.#port.push.hasKeys()) ? 'failed' : 'not-built'
    try {
      await this.#save(person, token, false)
      return null
    } catch (error) {
      await this.#unregister()
      return errorCode(error) === 'NOT_OFFERED' ? 'not-built' : 'failed'
    }
  }

  /** Turns off push notifications on one of the person's devices, which need not be this device. */
  turnOff(id: DeviceId): Promise<void> {
    return inTurn(async () => {
      await this.#calls.removeDevice({ id })
      if (id === (await this.#port.secrets.get(installationKey))) await this.#forget()
    })
  }

  /**
   * Tells the server that the app has started, or that the person has signed in [7.06]. Ends the registration if another person has signed
   * in, or if the person has removed this device or withdrawn the permission. Fails silently [8.10].
   */
  renew(person: Person): Promise<void> {
    return inTurn(async () => {
      if (await this.#isOffFor(person)) {
        await this.#calls.recordDevice(await this.#device()).catch(() => {})
        return
      }
      const token = await this.#register()
      if (token) await this.#renewWith(person, token)
    })
  }

  /** Ends the registration unless the person has switched push on for this device and permits notifications. Returns whether push is off. */
  async #isOffFor(person: Person): Promise<boolean> {
    const choice = await this.#choice()
    if (choice && choice.userId !== person.userId) await this.#forget()
    else if (choice && (await this.#port.notifications.isPermitted())) return false
    else if (isPushRegistered()) await this.#unregister()
    return true
  }

  /** Saves a token that the push provider has issued while the app runs, if the person has switched on push notifications on this device. */
  useToken(person: Person | null, token: string): Promise<void> {
    return inTurn(async () => {
      const choice = await this.#choice()
      if (person && choice?.userId === person.userId) await this.#renewWith(person, token)
    })
  }

  /** Ends the registration of an app in which no one is signed in. The person's choice is kept for their next sign-in. */
  signedOut(): Promise<void> {
    return inTurn(async () => {
      if (isPushRegistered()) await this.#unregister()
    })
  }

  /** Decrypts a push notification. Returns its type and the role of its recipient; null if this device has no key for it. */
  async read(payload: string): Promise<{ type: string; role: Role } | null> {
    const choice = await this.#choice()
    const type = choice && (await openPushPayload(choice.payloadKey, payload))
    return type && choice ? { type, role: choice.role } : null
  }

  async #renewWith(person: Person, token: string): Promise<void> {
    try {
      await this.#save(person, token, true)
    } catch (error) {
      const code = errorCode(error)
      if (code === 'REMOVED') await this.#forget()
      // The host currently has no push keys, but may get new ones.
      if (code === 'NOT_OFFERED') await this.#unregister()
    }
  }

  async #save({ userId, role }: Person, token: string, isRenewal: boolean): Promise<void> {
    const { payloadKey } = await this.#calls.saveDevice({ ...(await this.#device()), token, isRenewal })
    const choice: Choice = { userId, role, payloadKey }
    await this.#port.secrets.set(choiceKey, JSON.stringify(choice))
  }

  async #device(): Promise<Device> {
    const info = deviceInfo(navigator.userAgent).slice(0, deviceInfoLength)
    return { id: await this.#installation(), platform: this.#port.platform, deviceInfo: info }
  }

  /** Returns the id of this installation, which stays the same until the storage for secrets is erased. */
  async #installation(): Promise<string> {
    const stored = await this.#port.secrets.get(installationKey)
    if (stored) return stored
    const made = crypto.randomUUID()
    await this.#port.secrets.set(installationKey, made)
    return made
  }

  async #choice(): Promise<Choice | null> {
    try {
      return JSON.parse((await this.#port.secrets.get(choiceKey)) ?? 'null') as Choice | null
    } catch {
      return null
    }
  }

  async #register(): Promise<string | null> {
    const token = (await this.#port.push.hasKeys()) ? await this.#port.push.register() : null
    if (token) browserStorage.set(registeredFlag, 'on')
    return token
  }

  async #unregister(): Promise<void> {
    await this.#port.push.unregister()
    browserStorage.remove(registeredFlag)
  }

  async #forget(): Promise<void> {
    await this.#port.secrets.remove(choiceKey)
    await this.#unregister()
  }
}
