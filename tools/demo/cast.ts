/** The facts about a client that are the same in all languages. */
export type CastMember = {
  /** The index of the therapist. */
  therapist: 0 | 1
  /** The age at the end of this year, and month and day of birth. */
  born: [age: number, birthday: string]
  phone: string
  pronouns?: string
  format: 'in-person' | 'video' | 'phone'
  /** The number of working days from today to this week's session. */
  day: number
  /** The start of the session on that day. Ignored for today's sessions, which start in the order of `todaysClients`. */
  time: string
  /** The number of weeks between two sessions. */
  every: 1 | 2 | 4
  /** Whether the latest completed session has no note. */
  unwritten?: boolean
  /** Whether the latest note is not signed. */
  unsigned?: boolean
  /** For an ended therapy, the number of weeks since its last session. */
  endedWeeksAgo?: number
  /** The index of the note before which the client missed a session. */
  missedBefore?: number
  /** The indexes of the client's tags. */
  tags: readonly number[]
  minutes?: number
  /**
   * The questionnaires. Each string in `answers` contains the answers of one questionnaire as digits, oldest first; '' is not answered. `every` is
   * the number of working days between two questionnaires; `ends` is the number of working days from the latest one to today.
   */
  scores?: { name: 'phq-9' | 'gad-7'; every: number; answers: string[]; ends: number }[]
  /** The answers to the therapist's own questionnaire, as `scores` has them. */
  ownScores?: { every: number; answers: string[]; ends: number }
  checkIns?: { values: number[]; every: number }
  code?: { system: 'icd-10' | 'icd-11'; code: string }
  /** The mood of each journal entry from 1 to 5, and the indexes of the shared entries that the therapist has not read yet. */
  moods?: number[]
  unread?: number[]
  /** For each objective, its progress in percent after the second, the middle and the latest session with a note. */
  progress?: [number, number, number][]
  /** Whether the consent to data processing is signed or still open. */
  consent: 'signed' | 'open'
  /** Whether the person has an account. */
  joins: boolean
  /** Whether the person was not invited, because a relative attends with them. */
  isWithRelative?: boolean
}

const usual = { therapist: 0, format: 'in-person', tags: [], consent: 'signed', joins: true } as const
const withTeen = { ...usual, day: 3, time: '', every: 2, joins: false, isWithRelative: true } as const

/** All clients by the key of their texts. `createDemoPractice` returns their accounts in this order. */
export const cast: Record<string, CastMember> = {
  panic: {
    ...usual,
    born: [35, '05-17'],
    phone: '0142',
    day: 0,
    time: '',
    every: 1,
    tags: [0],
    scores: [{ name: 'gad-7', every: 10, ends: 3, answers: ['3333223', '3233222', '3222222', '2222112', '1211111'] }],
    code: { system: 'icd-10', code: 'F41.0' },
    progress: [
      [0, 40, 70],
      [20, 50, 90],
      [30, 80, 100],
      [0, 50, 80],
    ],
    moods: [3, 1, 4, 3, 5, 5, 3],
    unread: [5],
  },
  grief: {
    ...usual,
    born: [69, '11-02'],
    phone: '0187',
    day: 0,
    time: '',
    every: 2,
    tags: [1],
    scores: [{ name: 'phq-9', every: 30, ends: 12, answers: ['223211100', '222211000', '121111000'] }],
    code: { system: 'icd-11', code: '6B42' },
    progress: [
      [0, 30, 60],
      [0, 10, 25],
    ],
  },
  burnout: {
    ...usual,
    born: [46, '02-23'],
    phone: '0125',
    day: 0,
    time: '',
    every: 1,
    tags: [1],
    scores: [{ name: 'phq-9', every: 14, ends: 2, answers: ['223322110', '222321110', '121211100'] }],
    code: { system: 'icd-10', code: 'Z73.0' },
    progress: [
      [0, 20, 50],
      [0, 30, 65],
      [0, 25, 50],
    ],
    moods: [2, 3, 4],
    unread: [2],
  },
  depression: {
    ...usual,
    born: [30, '08-09'],
    phone: '0164',
    day: 0,
    time: '',
    every: 1,
    tags: [1],
    scores: [{ name: 'phq-9', every: 9, ends: 4, answers: ['333222120', '333322221', '223222110', '122111100'] }],
    code: { system: 'icd-10', code: 'F33.1' },
    progress: [
      [10, 60, 85],
      [0, 30, 70],
      [0, 25, 50],
    ],
    moods: [2, 4, 3],
    unread: [2],
  },
  abroad: {
    ...usual,
    born: [39, '04-30'],
    phone: '0198',
    format: 'video',
    day: 0,
    time: '',
    every: 2,
    tags: [3],
    scores: [{ name: 'phq-9', every: 15, ends: 1, answers: ['122211100', '111110000', ''] }],
    code: { system: 'icd-10', code: 'F43.2' },
    progress: [
      [0, 50, 75],
      [20, 40, 60],
    ],
  },
  ocd: {
    ...usual,
    born: [28, '01-12'],
    phone: '0151',
    day: 0,
    time: '',
    every: 1,
    tags: [0],
    scores: [{ name: 'gad-7', every: 12, ends: 5, answers: ['3323222', '2222212', '1211111'] }],
    code: { system: 'icd-10', code: 'F42.1' },
    progress: [
      [0, 50, 95],
      [0, 20, 60],
    ],
  },
  teen: {
    ...usual,
    born: [16, '09-21'],
    phone: '0172',
    day: 1,
    time: '16:00',
    every: 1,
    tags: [0],
    code: { system: 'icd-10', code: 'F93.2' },
    progress: [
      [20, 60, 90],
      [0, 30, 60],
    ],
  },
  parent: { ...withTeen, born: [44, '01-08'], phone: '0173' },
  brother: { ...withTeen, born: [10, '06-30'], phone: '0174' },
  pain: {
    ...usual,
    born: [59, '06-08'],
    phone: '0119',
    day: 1,
    time: '11:00',
    every: 4,
    scores: [{ name: 'phq-9', every: 50, ends: 20, answers: ['122210110', '112110000'] }],
    code: { system: 'icd-10', code: 'F45.4' },
    progress: [
      [10, 50, 80],
      [0, 25, 75],
    ],
  },
  coupleA: { ...usual, born: [40, '12-04'], phone: '0133', day: 2, time: '16:30', every: 2, tags: [2], minutes: 80 },
  coupleB: { ...usual, born: [42, '03-19'], phone: '0134', day: 2, time: '16:30', every: 2, tags: [2], minutes: 80 },
  postpartum: {
    ...usual,
    born: [33, '10-26'],
    phone: '0156',
    format: 'video',
    day: 2,
    time: '9:30',
    every: 2,
    unwritten: true,
    tags: [3],
    scores: [{ name: 'phq-9', every: 20, ends: 7, answers: ['232222110', '122211100'] }],
    code: { system: 'icd-10', code: 'F53.0' },
    progress: [
      [0, 30, 60],
      [0, 50, 50],
    ],
  },
  insomnia: {
    ...usual,
    born: [53, '07-15'],
    phone: '0108',
    day: 3,
    time: '10:00',
    every: 2,
    unsigned: true,
    missedBefore: 2,
    checkIns: { values: [2, 3, 3, 5, 4, 6, 6, 7, 6, 7], every: 5 },
    ownScores: { every: 12, ends: 3, answers: ['332323', '322222', '212211', '211110'] },
    code: { system: 'icd-10', code: 'F51.0' },
    progress: [
      [0, 60, 80],
      [10, 50, 70],
    ],
  },
  student: {
    ...usual,
    born: [21, '02-11'],
    phone: '0145',
    day: 3,
    time: '14:00',
    every: 2,
    tags: [0, 4],
    consent: 'open',
    scores: [{ name: 'gad-7', every: 9, ends: 4, answers: ['2322222', '2222122'] }],
  },
  invited: { ...usual, born: [47, '09-03'], phone: '0190', day: 4, time: '10:00', every: 2, joins: false },
  ended: {
    ...usual,
    born: [38, '05-05'],
    phone: '0176',
    day: 4,
    time: '11:00',
    every: 2,
    endedWeeksAgo: 14,
    tags: [0],
  },
  adhd: { ...usual, therapist: 1, born: [37, '03-27'], phone: '0204', day: 0, time: '11:00', every: 2 },
  divorce: { ...usual, therapist: 1, born: [42, '08-14'], phone: '0211', day: 1, time: '10:00', every: 1 },
  flying: { ...usual, therapist: 1, born: [50, '01-30'], phone: '0226', day: 3, time: '15:00', every: 2 },
}

/** The clients whose sessions are today, in the order of the starts, apart from the client of `liveBy`, whose session is in progress. */
export const todaysClients = ['ocd', 'depression', 'grief', 'panic', 'burnout', 'abroad']
export const liveBy = { day: 'panic', night: 'abroad' } as const
