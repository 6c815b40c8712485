/** The kinds of emails about the login. The server sends these emails regardless of the notification settings of the account. */
export type AuthMailKind =
  | 'confirm'
  | 'reset'
  | 'exists'
  | 'email-new'
  | 'email-old'
  | 'factor-reset'
  | 'factor-reset-done'
  | 'app-added'
  | 'app-removed'
  | 'passkey-added'
  | 'passkey-removed'
  | 'account-disabled'
  | 'account-enabled'
  | 'account-signed-out'
  | 'account-role-changed'
  | 'account-invited'
  | 'export-ready'

/** The kinds of emails to a guardian without an account. */
export type GuardianKind =
  | 'guardian-planned'
  | 'guardian-moved'
  | 'guardian-cancelled'
  | 'guardian-edited'
  | 'guardian-reminder'
  | 'guardian-series-planned'
  | 'guardian-series-changed'
  | 'guardian-series-cancelled'

/** The kinds of emails to a payer, who has no account. */
export type PayerMailKind = 'payer-invoice' | 'payer-credit-note' | 'payer-reminder'

/** The kinds of emails about a client that a guardian with an account gets too, with texts that name the client. */
export type GuardedMailKind =
  | `session-${'planned' | 'moved' | 'cancelled' | 'edited' | 'confirmed' | 'denied' | 'countered' | 'accepted' | 'reminder' | 'expired'}`
  | `series-${'planned' | 'changed' | 'cancelled' | 'accepted'}`
  | `sessions-${'moved' | 'cancelled'}`
  | `change-${'accepted' | 'declined' | 'countered'}`
  | `form-${'sent' | 'due'}`
  | 'invoice-issued'
  | 'credit-note-issued'
  | 'payment-reminder'
