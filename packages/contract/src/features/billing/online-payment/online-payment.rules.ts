/** The name of the provider of online payments, as it is shown. */
export const paymentProviderName = 'Stripe'

export const onlinePaymentLimits = { key: 300, secret: 200 } as const

/** A restricted key of the provider, for tests or for real payments. A key with all rights is refused. */
export const restrictedKey = /^rk_(?:test|live)_\w{8,}$/
/** The secret with which the provider signs what it sends to the webhook. */
export const hookSecret = /^whsec_\S{8,}$/

/** Whether a key is one for tests, with which no money moves. It works only where the environment allows test payments. */
export const isTestKey = (key: string) => key.startsWith('rk_test_')

/** The permissions that a key needs: writing checkout sessions, reading payment intents, and reading charges and refunds. */
export const keyPermissions = ['checkout', 'payment-intents', 'refunds'] as const
export type KeyPermission = (typeof keyPermissions)[number]
