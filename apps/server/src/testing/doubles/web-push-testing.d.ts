/** The part of the package’s API that the tests use. The package has no types. */
declare module 'web-push-testing/src/PushApiModel.js' {
  export class SubscriptionExpiredError extends Error {}
  export class PushApiModel {
    notifyUrl: string
    messages: Record<string, string[]>
    subscribe(options: {
      userVisibleOnly: string
      applicationServerKey: string
    }): Promise<{ endpoint: string; keys: { p256dh: string; auth: string } }>
    expireSubscription(id: string): void
    handleNotification(id: string, headers: Record<string, string | undefined>, body: Buffer): Promise<void>
  }
}
