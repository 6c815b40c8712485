// @vitest-environment node
import {
  durationPresets,
  inviteCodeLength,
  maxAvatarBytes,
  notificationLimit,
  passwordMinimum,
  realtimeLimits,
  reminderMinutes,
  supportHours,
} from '@attune/contract/common/constants'
import { isPassword } from '@attune/contract/common/password'
import { fileLimits, fileTypes } from '@attune/contract/features/care/file/file.rules'
import { messageStatuses } from '@attune/contract/features/messages/message/message.rules'
import { displayName, initials } from '@attune/contract/features/people/account/account.rules'
import { localChannel, localNotification } from '@attune/contract/features/people/native-app/native-app.rules'
import { chartPeriods } from '@attune/contract/features/schedule/session/session.rules'
import type { Query } from '@tanstack/react-query'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { skipSeconds } from '../features/care/file/play/use-playback.ts'
import { circuitBreakerLimits } from '../platform/api/circuit-breaker.ts'
import { ErrorLog } from '../platform/api/error-log.ts'
import { ConnectionError, errorClass, isRetryable } from '../platform/api/errors.ts'
import { avatarRetry, defaultRetry } from '../platform/api/retry.ts'
import {
  authEventDebounceMilliseconds,
  backupValidMilliseconds,
  loginCheckMilliseconds,
  recoveryAttempts,
} from '../platform/auth/constants.ts'
import { answerCacheLimits, profilePictureMinutes } from '../platform/backend/answer-cache.ts'
import { storedAnswerLimits } from '../platform/offline/stored-answers.ts'
import { limitQueryCache, queryCacheLimits } from '../platform/query/query-cache-limits.ts'
import { newQueryClient } from '../platform/query/query-client.ts'
import { orpc } from '../platform/api/api.ts'
import { taskPollSeconds, unreadPollSeconds } from '../platform/realtime/use-polling.ts'
import { agoText } from '../ui/page/date-text.ts'

/**
 * The sentences that the specification quotes, by row, verbatim. If a row leaves the end of a sentence open, a text that begins with it is
 * accepted.
 */
const sentences: Record<string, readonly string[]> = {
  '2.29': ['Something went wrong', 'Try Again', 'Go Home'],
  '4.13': ['Session expired. Please log in again.'],
  '5.06': ['Please complete the content before saving.', 'Please select at least one therapist before sharing.'],
  '5.10': [
    'Please fill in all required fields.',
    'First name and last name are required',
    'Password must be at least 8 characters with numbers and letters.',
    'Passwords do not match.',
    'Please complete the content before saving.',
    'Please select at least one therapist before sharing.',
  ],
  '8.01': [
    'Permission denied. Please try logging out and back in.',
    'File too large. Please choose a smaller image.',
    'Invalid file type. Please choose an image file.',
    'Failed to upload avatar: ',
    'Unknown error',
    'Avatar updated successfully!',
    'You must be logged in to upload an avatar',
    'Please select an image file',
    'File size must be less than 5MB',
  ],
  '8.02': [
    'Failed to load session',
    'Failed to initialize authentication',
    'Failed to refresh profile',
    'Session expired. Please log in again.',
    'Invalid email or password. Please try again.',
    'Please check your email and confirm your account before logging in.',
    'An account with this email already exists. Please try logging in instead.',
    'Could not determine user role. Please contact support.',
    'Invalid or expired invitation link.',
  ],
  '8.04': [
    'Client not found',
    'Failed to fetch client profile data',
    'Error loading sessions. Please try again.',
    'Failed to load your therapists',
    'Failed to disconnect from therapist',
    'Failed to initialize conversation',
    'Invoice not found',
    'Error adding client',
  ],
  '8.06': ['Something went wrong', 'An unexpected error occurred. Please try again.'],
}

/** Labels that the specification mentions without quoting them, by row, each with the corresponding text of the interface. */
const labels: Record<string, Record<string, string>> = {
  '1.01': {
    'shell:dashboardOf.therapist': 'Therapist dashboard',
    'shell:dashboardOf.client': 'Client dashboard',
    'shell:dashboardOf.admin': 'Admin dashboard',
  },
  '2.15': { 'shell:pages.timetable': 'Weekly timetable' },
  '2.18': {
    'shell:pages.dashboard': 'Dashboard',
    'shell:pages.clients': 'Clients',
    'shell:pages.sessions': 'Sessions',
    'shell:pages.calendar': 'Calendar',
    'shell:pages.settings': 'Settings',
    'shell:pages.profile': 'Profile',
    'shell:pages.tasks': 'Tasks',
    'shell:pages.messages': 'Messages',
    'shell:pages.payments': 'Payments',
  },
  '2.19': {
    'shell:pages.therapists': 'Therapists',
    'shell:pages.journal': 'Journal',
    'shell:pages.mySessions': 'My sessions',
  },
  '2.20': {
    'shell:pages.notificationSettings': 'Notification settings',
    'shell:pages.apiSettings': 'API settings',
  },
  '2.21': { 'shell:groups.quick': 'Quick access', 'shell:support': 'Support', 'shell:feedback': 'Feedback' },
  '2.23': {
    'shell:account': 'Account',
    'shell:billing': 'Billing',
    'shell:pages.notifications': 'Notifications',
    'shell:upgrade': 'Upgrade',
    'shell:logOut': 'Log out',
  },
  '2.27': { 'notification:title': 'Notifications', 'notification:markAll': 'Mark all as read' },
  '2.28': { 'notification:empty': 'No notifications.' },
  '2.31': { 'calendar:views.day': 'Day', 'calendar:views.week': 'Week', 'calendar:views.month': 'Month' },
  '2.32': {
    'account:settings.profile': 'Profile',
    'account:settings.security': 'Security',
    'account:settings.language': 'Language',
    'account:settings.theme': 'Theme',
    'settings:subjects.notifications': 'Notifications',
  },
  '2.33': {
    'account:settings.themes.system': 'System',
    'account:settings.themes.light': 'Light',
    'account:settings.themes.dark': 'Dark',
  },
  '2.34': { 'session:upcoming': 'Upcoming', 'session:history': 'History' },
  '4.11': {
    'passwordStrength:weak': 'Weak',
    'passwordStrength:medium': 'Medium',
    'passwordStrength:strong': 'Strong',
  },
  '8.02': {
    'common:errors.signUp.failed': 'Registration failed. Please try again.',
    'common:errors.signUp.BAD_REQUEST': 'Missing required registration data.',
    'common:errors.confirm.failed': 'Verification failed. Please try again.',
    'common:errors.signInWith.failed': '{{name}} sign-in failed. Please try again.',
    'common:errors.onboard.failed': "Couldn't create your profile. Try again.",
    'common:errors.saveProfile.failed': "Couldn't update your profile. What you entered is still here. Try again.",
  },
  '8.04': {
    'session:done.plannedAgreed': 'Session created and confirmed',
    'negotiation:done.correct': 'Session updated',
    'negotiation:done.delete': 'Session deleted',
    'session:plan.failed': "Couldn't create the session. What you entered is still here. Please try again.",
    'negotiation:refused.updateFailed': "Couldn't update the session. Nothing was changed. Please try again.",
    'negotiation:refused.deleteFailed': "Couldn't delete the session. It's still there. Please try again.",
    'notificationSettings:failed.add': 'Failed to add notification email',
    'notificationSettings:failed.remove': 'Failed to remove notification email',
    'journal:error.notSaved': 'Error saving the journal entry',
    'journal:bin.failed': "Error deleting the journal entry. It's still in your journal. Try again.",
    'notificationSettings:failed.update': 'Failed to update notification settings',
  },
  '1.13': { 'assistant:apology': "I'm sorry, I couldn't answer that. Please try again." },
  '8.05': {
    'file:voice.problem.denied':
      'Your browser blocks the microphone. Allow it in your browser settings, then try again.',
    'file:voice.problem.missing': 'No microphone found. Connect one and try again.',
    'file:voice.problem.unsupported': "This browser can't record audio. Try another browser.",
    'file:problem.videoTooLarge': 'This video is too large. Choose one under {{size}}.',
  },
  '8.11': { 'notification:justNow': 'Just now' },
  '9.01': { 'invoiceSheet:lateFees': 'Late fees may apply.' },
}

const source = join(import.meta.dirname, '..')
type Tree = { [key: string]: Tree | string }
const textsOf = (tree: Tree, path = ''): [string, string][] =>
  Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string' ? [[`${path}${key}`, value] as [string, string]] : textsOf(value, `${path}${key}.`),
  )
const english = new Map<string, string>(
  globSync('*/en.json', { cwd: join(source, 'locales') }).flatMap((file) =>
    textsOf(JSON.parse(readFileSync(join(source, 'locales', file), 'utf8')) as Tree).map(
      ([key, text]) => [`${file.slice(0, -'/en.json'.length)}:${key}`, text] as const,
    ),
  ),
)
const texts = [...english.values()]

test.each(Object.entries(sentences))(
  'the interface has every sentence that row [%s] quotes, as worded',
  (_, quoted) => {
    const isThere = (text: string) =>
      text.endsWith(' ') ? texts.some((one) => one.startsWith(text)) : texts.includes(text)
    expect(quoted.filter((text) => !isThere(text))).toEqual([])
  },
)

/** The quoted sentences that the interface shows in several places, each with its translation keys. */
const repeated: Record<string, readonly string[]> = {
  'First name and last name are required': [
    'account:profile.namesRequired',
    'client:form.namesRequired',
    'import:problems.namesRequired',
    'onboarding:namesMissing',
  ],
  'An account with this email already exists. Please try logging in instead.': [
    'common:errors.ACCOUNT_EXISTS',
    'reauthentication:service.account-exists-link-first',
  ],
  'Client not found': ['client:profile.notFound', 'estimate:notFound'],
  'An unexpected error occurred. Please try again.': [
    'common:errors.CLIENT_ERROR',
    'common:errors.SERVER_ERROR',
    'common:errors.UNKNOWN_ERROR',
    'common:wrong.text',
  ],
}

test('a quoted sentence that several places show is worded alike in each of them', () => {
  const keysOf = (sentence: string) =>
    [...english]
      .filter(([, text]) => text === sentence)
      .map(([key]) => key)
      .toSorted()
  const places = [...new Set(Object.values(sentences).flat())].map((sentence) => [sentence, keysOf(sentence)] as const)
  expect(Object.fromEntries(places.filter(([, keys]) => keys.length > 1))).toEqual(repeated)
})

test.each(Object.entries(labels))('the interface has every label that row [%s] names', (_, named) => {
  expect(Object.fromEntries(Object.keys(named).map((key) => [key, english.get(key)]))).toEqual(named)
})

/** Returns the match of a pattern in a file, as a number if it is one. The path is relative to the source folder of the web app. */
function found(file: string, pattern: RegExp): unknown {
  const text = pattern.exec(readFileSync(join(source, file), 'utf8'))?.[1]
  return text === undefined || Number.isNaN(Number(text)) ? text : Number(text)
}

const [second, minute, megabyte] = [1_000, 60_000, 1024 * 1024]
const failure = (properties: { status?: number; code?: string }) => Object.assign(new Error('x'), properties)
const queries = newQueryClient()
limitQueryCache(queries)
const readsOnMount = queries.getDefaultOptions().queries?.refetchOnMount
const staleMinutes = (queryKey: readonly unknown[]) => Number(queries.getQueryDefaults(queryKey).staleTime) / minute
const fullLog = new ErrorLog()
for (let error = 0; error < 1001; error++) fullLog.add(new Error('x'), 'x')
const now = new Date(0)
const ago = (minutes: number) => agoText(new Date(-minutes * minute).toISOString(), 'en', now)

/** Row, description, the number in the product, and the number in the specification. */
const figures: [row: string, what: string, figure: unknown, promised: unknown][] = [
  ['2.22', 'the sidebar is a drawer below 768 px', found('ui/page/use-phone.ts', /max-width: ([\d.]+)em/), 47.99],
  [
    '2.28',
    'the list of the bell is at most 20 rem high',
    found('features/messages/notification/NotificationBell.module.css', /max-height: (\d+)rem/),
    20,
  ],
  ['2.28', 'the initials have at most 2 letters', initials('Ana Maria Moreau Silva').length, 2],
  ['5.01', 'a picture has at most 5 MB', maxAvatarBytes, 5 * megabyte],
  ['5.02', 'a password has at least 8 characters', passwordMinimum, 8],
  [
    '5.02',
    'with a number, a lowercase and an uppercase letter',
    ['Abcdefg1', 'Abcdef1', 'Abcdefgh', 'ABCDEFG1', 'abcdefg1'].map(isPassword),
    [true, false, false, false, false],
  ],
  ['5.04', 'an invite code has 8 characters', inviteCodeLength, 8],
  ['5.07', 'a video has less than 100 MB', fileLimits.video, 100 * megabyte - 1],
  [
    '5.07',
    'a video is MP4, MOV, AVI or WebM',
    fileTypes.video,
    ['video/mp4', 'video/quicktime', 'video/x-msvideo', 'video/webm'],
  ],
  [
    '5.07',
    'a document is a PDF of at most 50 MB',
    [fileTypes.pdf, fileLimits.pdf],
    [['application/pdf'], 50 * megabyte],
  ],
  ['5.09', "the last fallback of a name is 'User'", displayName({ firstName: '', lastName: '', email: '' }), 'User'],
  ['3.08', 'the durations offer 50 minutes', durationPresets.includes(50), true],
  ['4.05', 'the statuses of a message', messageStatuses, ['sending', 'sent', 'delivered', 'read']],
  [
    '8.03',
    '502, 503 and 504 are retried',
    [502, 503, 504].map((status) => isRetryable(failure({ status }))),
    [true, true, true],
  ],
  [
    '8.07',
    'the classes by status',
    [404, 500, 400, undefined].map((status) => errorClass(status ? failure({ status }) : failure({}))),
    ['NOT_FOUND', 'SERVER_ERROR', 'CLIENT_ERROR', 'UNKNOWN_ERROR'],
  ],
  [
    '8.07',
    'PGRST116 is not retried, PGRST301 and PGRST204 are',
    ['PGRST116', 'PGRST301', 'PGRST204'].map((code) => isRetryable(failure({ code }))),
    [false, true, true],
  ],
  [
    '8.07',
    'a lost connection and a timeout are retried',
    (['NETWORK_ERROR', 'TIMEOUT'] as const).map((kind) => isRetryable(new ConnectionError(kind, null))),
    [true, true],
  ],
  [
    '8.11',
    'the time text of a notification',
    [0, 5, 180, 2 * 24 * 60, 15 * 24 * 60].map(ago),
    [null, '5 minutes ago', '3 hours ago', '2 days ago', '2 weeks ago'],
  ],
  [
    '8.12',
    'the variants of a toast',
    found('ui/toast/toast.ts', /type ToastVariant = (.+)/),
    "'destructive' | 'success' | 'warning' | 'info'",
  ],
  [
    '9.01',
    'an invoice is payable within 14 days',
    found('../../server/src/features/billing/business/business.fields.ts', /dueDays: (\d+)/),
    14,
  ],
  ['9.02', 'a reminder is sent 24 hours before a session', reminderMinutes, 24 * 60],
  [
    '9.03',
    'support is Monday to Friday 9 to 17 Eastern',
    supportHours,
    { days: [1, 2, 3, 4, 5], from: '09:00', to: '17:00', zone: 'America/New_York' },
  ],
  ['9.04', 'a voice message is skipped by 10 seconds', skipSeconds, 10],
  ['9.05', 'the periods of a chart', chartPeriods, ['daily', 'weekly', 'monthly', 'quarterly', 'yearly']],
  [
    '9.06',
    'the channel of local notifications: importance maximum, default sound',
    localChannel,
    { id: 'notifications', importance: 5, sound: 'default' },
  ],
  [
    '9.06',
    'the id of a local notification is the time modulo 2147483647',
    localNotification(null, 2_147_483_650).id,
    3,
  ],
  [
    '4.08',
    "a local notification without a title says 'New notification'",
    localNotification(null, 0).title,
    'New notification',
  ],
  ['7.04', 'at most 50 notifications are fetched', notificationLimit, 50],
  ['7.11', 'the unread count is polled every 30 s', unreadPollSeconds, 30],
  ['7.11', 'the task count is polled every 60 s', taskPollSeconds, 60],
  [
    '7.08',
    'a picture is cached for 3600 s',
    found('../../server/src/platform/files/avatars.test.ts', /max-age=(\d+)/),
    3600,
  ],
  ['9.07', 'a session backup is valid for 1 hour', backupValidMilliseconds, 60 * minute],
  ['9.07', '3 attempts at recovery', recoveryAttempts, 3],
  ['9.07', 'auth events are debounced for 50 ms', authEventDebounceMilliseconds, 50],
  [
    '9.08',
    'the general cache and that of avatars',
    answerCacheLimits,
    { general: { minutes: 5, entries: 1000 }, avatars: { minutes: 15, entries: 500 } },
  ],
  ['9.08', 'the picture of a profile is used for 10 minutes', profilePictureMinutes, 10],
  ['9.08', 'messages are persisted for 5 minutes', storedAnswerLimits.messages.minutes, 5],
  [
    '9.08',
    'at most 1000 senders are persisted, for 1 hour',
    storedAnswerLimits.senders,
    { minutes: 60, entries: 1000 },
  ],
  [
    '9.08',
    'profiles and journal connections have 10 minutes',
    [queryCacheLimits.clientProfile.minutes, queryCacheLimits.connectedTherapistsJournal.minutes],
    [10, 10],
  ],
  [
    '9.09',
    'queries: no retry, stale after 10 min, kept for 30, not read again on focus',
    queries.getDefaultOptions().queries,
    expect.objectContaining({ retry: false, staleTime: 10 * minute, gcTime: 30 * minute, refetchOnWindowFocus: false }),
  ],
  [
    '9.08',
    'the other caches have 10, 5, 3 or 2 minutes and 50 to 500 entries',
    Object.values(queryCacheLimits).filter(
      ({ key, minutes, entries }) =>
        key !== queryCacheLimits.senders.key && !([10, 5, 3, 2].includes(minutes) && entries >= 50 && entries <= 500),
    ),
    [],
  ],
  [
    '9.09',
    'a query that was read is not read again on mount',
    typeof readsOnMount === 'function' && readsOnMount({ state: { isInvalidated: false } } as Query),
    false,
  ],
  [
    '9.09',
    'the sidebar: profile 5 min, unread 1 min, tasks 2 min',
    [orpc.account.me.key(), orpc.message.unreadCounts.key(), orpc.task.counts.key()].map(staleMinutes),
    [5, 1, 2],
  ],
  ['9.10', '3 retries, from 1 s, at most 30 s', defaultRetry, { times: 3, baseSeconds: 1, maxSeconds: 30 }],
  ['9.10', 'avatars: 2 retries, from 500 ms', avatarRetry, { times: 2, baseSeconds: 0.5, maxSeconds: 30 }],
  ['9.10', '5 failures in 10 s, then 60 s', circuitBreakerLimits, { failures: 5, windowSeconds: 10, resetSeconds: 60 }],
  ['9.10', 'the error log has 1000 entries', fullLog.latest().length, 1000],
  [
    '9.11',
    'realtime',
    realtimeLimits,
    {
      heartbeatSeconds: 15,
      timeoutSeconds: 20,
      batchMilliseconds: 500,
      batchSize: 10,
      throttleMilliseconds: 100,
      cleanupSeconds: 30,
      idleMinutes: 5,
      eventsPerSecond: 50,
    },
  ],
  ['9.12', 'the login is checked every 30 s', loginCheckMilliseconds, 30 * second],
  [
    '9.13',
    'storage lists 100 files',
    found('../../../packages/contract/src/features/people/account/account.ts', /limit: .*?\.default\((\d+)\)/),
    100,
  ],
  [
    '9.14',
    'the sidebar cookie is kept for 7 days',
    found('shell/frame/navigation/use-sidebar.ts', /sevenDays = (7 \* 24 \* 60 \* 60)$/m),
    '7 * 24 * 60 * 60',
  ],
  ['9.14', 'the sidebar is 16 rem wide', found('ui/colors.ts', /sidebar-width': '(\d+)rem/), 16],
  ['9.14', 'the drawer is 18 rem wide', found('ui/colors.ts', /drawer-width': '(\d+)rem/), 18],
  ['9.15', '3 toasts are shown', found('ui/toast/Toasts.tsx', /visibleToasts=\{(\d+)\}/), 3],
  ['9.15', 'a toast is shown for 4 to 5 s', found('ui/toast/Toasts.tsx', /duration=\{(\d+)\}/), 4.5 * second],
  ['9.15', 'toasts are at the bottom right', found('ui/toast/Toasts.tsx', /position="([a-z-]+)"/), 'bottom-right'],
  ['9.15', 'a toast is 356 px wide', found('ui/toast/toasts.css', /--width: (\d+)px/), 356],
  ['9.15', 'a tooltip opens after 700 ms', found('ui/page/menu/HintTooltip.tsx', /openAfterMilliseconds = (\d+)/), 700],
]

test.each(figures)('[%s] %s', (_, __, figure, promised) => {
  expect(figure).toEqual(promised)
})
