import type { NativePlatform } from '@attune/contract/features/people/native-app/native-app.rules'
import type { Clock } from '../clock.ts'
import type { NativePushConfig } from '../config/native-push.ts'
import type { Outbound } from '../outbound/outbound.ts'
import { openApns } from './apns.ts'
import type { DeviceMessage, DeviceOutcome, DeviceSender, NativePushOrigins } from './device-message.ts'
import { openFcm } from './fcm.ts'

/** Sends push notifications to the native app. */
export type NativePush = {
  /** Whether the host sends push notifications to devices of a platform. */
  isOffered(platform: NativePlatform): boolean
  /** Sends a message; returns null if the host sends no push notifications to the platform. */
  send(platform: NativePlatform, message: DeviceMessage): Promise<DeviceOutcome | null>
}

type Deps = { config: NativePushConfig; outbound: Outbound; clock: Clock; origins?: NativePushOrigins | undefined }

export function openNativePush({ config, outbound, clock, origins }: Deps): NativePush {
  const { fcm, apns } = config
  const senders: Record<NativePlatform, DeviceSender | null> = {
    android: fcm && openFcm(fcm, { outbound, clock, origins }),
    ios: apns && openApns(apns, { outbound, clock, origins }),
  }
  return {
    isOffered: (platform) => senders[platform] !== null,
    send: async (platform, message) => (await senders[platform]?.(message)) ?? null,
  }
}
