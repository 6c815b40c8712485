/**
 * The features that have rows of each fate at the deletion of an account, as the comments of the tables say. `npm run lists` writes them:
 * `ofAccount` and `ofTherapist` are deleted with the account or as rows of the therapist, `withProfile` with the profile, and `kept` stay. The
 * profile of a therapist stays.
 */
export const erasedFeatures = {
  ofAccount: [
    // generated: ofAccount
    'access',
    'account',
    'assistant',
    'calendar',
    'form',
    'journal',
    'legal-text',
    'platform',
    'profile',
    'safety',
    'search',
    'task',
    // end
  ],
  ofTherapist: [
    // generated: ofTherapist
    'assistant',
    'availability',
    'business',
    'calendar',
    'client-tag',
    'estimate',
    'external-calendar',
    'form',
    'guardian',
    'invoice',
    'measure',
    'message-settings',
    'note',
    'online-payment',
    'payment',
    'recurrence',
    'service',
    'task',
    'text-message',
    'treatment-plan',
    'waiting-list',
    // end
  ],
  withProfile: [
    // generated: withProfile
    'account',
    'administration',
    'document',
    'file',
    'journal',
    'notification',
    'push',
    // end
  ],
  kept: [
    // generated: kept
    'assistant-consent',
    'business',
    'call',
    'client',
    'client-history',
    'connection',
    'consent',
    'delivery',
    'document',
    'estimate',
    'file',
    'form',
    'group',
    'guardian',
    'invoice',
    'journal',
    'message',
    'note',
    'online-payment',
    'payer',
    'payment',
    'profile',
    'record-copy',
    'session',
    'session-type',
    'superbill',
    'task',
    'terms',
    'treatment-plan',
    'waiting-list',
    // end
  ],
} as const
