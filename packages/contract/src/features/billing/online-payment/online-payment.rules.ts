/** The name of the provider of online payments, as it is shown. */
export const paymentProviderName = 'Stripe'

export const onlinePaymentLimits = { key: 300, secret: 200 } as const

/** Matches a restricted key of the provider, for test or real payments. Keys with all permissions are refused. */
export const restrictedKey = /^rk_(?:test|live)_\w{8,}$/
/** Matches the secret with which the provider signs its webhook requests. */
export const hookSecret = /^whsec_\S{8,}$/

/** Whether a key is for test payments, which move no money. Such a key works only where the environment allows test payments. */
export const isTestKey = (key: string) => key.startsWith('rk_test_')

/** The permissions that a key needs: to write checkout sessions, to read payment intents, and to read charges and refunds. */
export const keyPermissions = ['checkout', 'payment-intents', 'refunds'] as const
export type KeyPermission = (typeof keyPermissions)[number]
