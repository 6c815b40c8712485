export const feedModes = ['busy', 'code', 'initials', 'name'] as const

export const importErrors = [
  'not-https',
  'not-reached',
  'not-public',
  'too-slow',
  'too-large',
  'no-calendar',
  'too-many',
] as const
