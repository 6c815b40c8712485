export const therapistSignups = ['approval', 'open', 'invite-only'] as const
