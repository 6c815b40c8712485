import { expect, test } from 'vitest'
import { deletionFaults, fatesOf } from './deletion-kinds.mjs'

const comment = (name: string, rule: string, feature: string) =>
  `${name} changes: none; comment: ${rule}; disconnect: keep; kept: record; feature: ${feature}\n`

test('features, and kept tables with their reasons, are listed by what the comments of the tables say about the erasure of an account', () => {
  const lines = [
    comment('auth."user"', 'owner: account; erasure: delete', 'platform'),
    comment('auth.login', 'owner: account; erasure: with auth.user', 'sign-in'),
    comment('app.profile', 'owner: account; erasure: delete by def.erase_account (the name stays)', 'profile'),
    comment('app.file', 'owner: account; erasure: with app.profile', 'file'),
    comment('app.document', 'owner: therapist; erasure: with app.file by def.follow', 'document'),
    comment('app.session', 'owner: therapist; erasure: keep (record)', 'session'),
    comment('app.service', 'owner: therapist; erasure: delete', 'service'),
    comment('app.task', 'owner: therapist; erasure: keep by def.archive (record: open ones end)', 'task'),
    comment('app.audit', 'owner: product; erasure: keep (ids)', 'administration'),
  ]
  expect(fatesOf(lines.join(''))).toEqual({
    ofAccount: ['platform', 'profile', 'sign-in'],
    ofTherapist: ['service'],
    withProfile: ['document', 'file'],
    kept: [
      { table: 'app.session', reason: 'record', feature: 'session' },
      { table: 'app.task', reason: 'record: open ones end', feature: 'task' },
    ],
    keptByProduct: [{ table: 'app.audit', reason: 'ids', feature: 'administration' }],
  })
})

test('a feature whose record does not say what its erased or kept rows are called is a finding', () => {
  const lines = [
    comment('app.service', 'owner: therapist; erasure: delete', 'service'),
    comment('app.session', 'owner: therapist; erasure: keep (record)', 'session'),
    comment('app.event', 'owner: therapist; erasure: keep (record)', 'history'),
  ].join('')
  const records = (service: string, session: string, others: string) => [
    { path: 'billing/service/service.feature.ts', text: `deletion: { ${service} }` },
    { path: 'schedule/session/session.feature.ts', text: `deletion: { ${session} }` },
    { path: 'people/login/account/erased-data.ts', text: others },
  ]
  const complete = [
    "erasedOfTherapist: 'services'",
    "kept: { 'app.session': 'sessions' }",
    "'app.event': 'history'",
  ] as const
  expect(deletionFaults(lines, records(...complete))).toEqual([])
  expect(deletionFaults(lines, records('', '', ''))).toEqual([
    expect.stringContaining('service.feature.ts does not say in `deletion` what erasedOfTherapist is called'),
    expect.stringContaining("session.feature.ts does not say in `deletion` what 'app.session' is called"),
    expect.stringContaining("erased-data.ts does not say in `deletion` what 'app.event' is called"),
  ])
})
