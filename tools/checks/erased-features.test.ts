import { expect, test } from 'vitest'
import { fatesOf } from './erased-features.mjs'

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
      { table: 'app.session', reason: 'record' },
      { table: 'app.task', reason: 'record: open ones end' },
    ],
    keptByProduct: [{ table: 'app.audit', reason: 'ids' }],
  })
})
