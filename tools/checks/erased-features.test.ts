import { expect, test } from 'vitest'
import { fatesOf } from './erased-features.mjs'

const comment = (name: string, rule: string, feature: string) =>
  `${name} changes: none; comment: ${rule}; disconnect: keep; kept: record; feature: ${feature}\n`

test('the features of tables are listed by what their comments say about the erasure of an account', () => {
  const lines = [
    comment('auth."user"', 'owner: account; erasure: delete', 'platform'),
    comment('auth.login', 'owner: account; erasure: with auth.user', 'sign-in'),
    comment('app.profile', 'owner: account; erasure: delete by def.erase_account (the name stays)', 'profile'),
    comment('app.file', 'owner: account; erasure: with app.profile', 'file'),
    comment('app.document', 'owner: therapist; erasure: with app.file by def.follow', 'document'),
    comment('app.session', 'owner: therapist; erasure: keep (record)', 'session'),
    comment('app.service', 'owner: therapist; erasure: delete', 'service'),
    comment('app.audit', 'owner: product; erasure: keep (ids)', 'administration'),
  ]
  expect(fatesOf(lines.join(''))).toEqual({
    ofAccount: ['platform', 'profile', 'sign-in'],
    ofTherapist: ['service'],
    withProfile: ['document', 'file'],
    kept: ['session'],
  })
})
