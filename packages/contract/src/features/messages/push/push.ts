import { z } from 'zod'
import { byId, Done, EmptyInput, Id, PushSubscriptionId } from '../../../common/ids.ts'
import { read, write, writeWith } from '../../../common/procedure.ts'
import { relatedTypes } from '../notification/notification.ts'
import { pushMeta } from './push.meta.ts'

/** A value in base64url, the format of the keys of a push subscription. */
const base64url = (most: number) =>
  z
    .string()
    .min(16)
    .max(most)
    .regex(/^[\w-]+$/)

/** A subscription that the browser created at its push service. */
const NewPushSubscription = z.strictObject({
  endpoint: z.url().max(1000),
  /** The browser's public key. */
  p256dh: base64url(100),
  /** The browser's secret for the encryption. */
  auth: base64url(50),
  /** The public key of the host for which the subscription was created. */
  hostKey: base64url(100),
  /** Whether the browser renews its subscription because the app was opened, rather than because the person switched push on. */
  isRenewal: z.boolean(),
})
export type NewPushSubscription = z.infer<typeof NewPushSubscription>

/** A browser in which the caller receives push notifications. */
const PushBrowser = z.strictObject({
  id: PushSubscriptionId,
  /** The names of browser and system; empty if they are unknown. */
  name: z.string(),
  createdAt: z.string(),
  /** The time at which the app was last opened in this browser. */
  lastSeenAt: z.string(),
  /** Whether the caller uses this browser now. */
  isCurrent: z.boolean(),
})
export type PushBrowser = z.infer<typeof PushBrowser>

/** Push notifications in browsers (Web Push, RFC 8030). */
export const push = {
  /** The public key of this host. A browser needs it to create a subscription. */
  hostKey: read.input(EmptyInput).output(z.strictObject({ key: z.string() })),
  /** The browsers in which the caller receives push notifications, most recently seen first. */
  browsers: read.input(EmptyInput).output(z.strictObject({ items: z.array(PushBrowser) })),
  /**
   * Stores the subscription of the caller's browser, or renews it because the app was opened. The subscription ends with this login. Refuses with
   * PUSH_SERVICE_UNKNOWN if the admin has not allowed the push service, with OLD_HOST_KEY if the subscription was created for another key, and a
   * renewal with REMOVED if the caller has removed this browser.
   */
  subscribe: write
    .input(NewPushSubscription)
    .output(PushBrowser)
    .errors({ PUSH_SERVICE_UNKNOWN: { status: 409 }, OLD_HOST_KEY: { status: 409 }, REMOVED: { status: 409 } }),
  /** Ends the push notifications in a browser of the caller. */
  remove: write.input(byId(PushSubscriptionId)).output(Done),
  /** Sends a test notification to a browser of the caller. */
  test: write.input(byId(PushSubscriptionId)).output(Done),
  /**
   * Reports for 45 seconds that a visible page of the caller shows a subject, or reports that it no longer does. During this time, notifications
   * about the subject are not pushed. `page` is an id that the page has generated.
   */
  setViewed: writeWith(pushMeta.setViewed)
    .input(z.strictObject({ page: Id, type: z.enum(relatedTypes), id: Id, isVisible: z.boolean() }))
    .output(Done),
}
