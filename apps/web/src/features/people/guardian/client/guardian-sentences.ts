import type { OwnGuardian } from '@attune/contract/features/people/guardian/guardian.client'
import type { TFunction } from 'i18next'
import { currentLanguage } from '../../../../platform/settings/language.ts'

const visible = ['sessions', 'forms', 'invoices', 'superbills'] as const
const actions = ['requests', 'forms', 'invoices', 'messages'] as const
const hideable = ['sessions', 'forms', 'invoices', 'superbills', 'plan'] as const
/** Parts of a record that no right of a guardian covers. */
const alwaysHidden = ['journal', 'tasks', 'messages', 'safety'] as const

/** Returns the name of a guardian for the following sentences: the first name, unless it looks like a title. */
const shortNameOf = (name: string) => {
  const [first = name] = name.split(' ')
  return first.endsWith('.') ? name : first
}

/**
 * Returns sentences about the data that a guardian can see, the actions that the guardian can take, and the data that stays hidden, from the rights
 * that the therapist gave. For a guardian whose rights are paused, returns only the sentence about the pause.
 */
export function guardianSentences(
  t: TFunction<'ownGuardians'>,
  { name: fullName, relationship, therapistName: therapist, rights, state }: OwnGuardian,
): string[] {
  const who = relationship ? t('who', { name: fullName, relationship }) : fullName
  const name = shortNameOf(fullName)
  if (state === 'paused') return [t('paused', { who, name })]
  const list = (type: 'conjunction' | 'disjunction', items: string[]) =>
    new Intl.ListFormat(currentLanguage(), { type }).format(items)
  const sees = visible.filter((right) => rights.includes(right)).map((right) => t(`see.${right}`))
  const does = actions.filter((right) => rights.includes(right)).map((right) => t(`do.${right}`, { therapist }))
  const hidden = [...hideable.filter((right) => !rights.includes(right)), ...alwaysHidden].map((what) =>
    t(`hide.${what}`),
  )
  const first = sees.length > 0 || does.length > 0 ? [] : [t('nothing', { who })]
  return [
    ...(state === 'invited' ? [t('invited', { who })] : []),
    ...first,
    ...(sees.length > 0 ? [t('sees', { who, list: list('conjunction', sees) })] : []),
    ...(does.length > 0 ? [t('can', { who: sees.length > 0 ? name : who, list: list('conjunction', does) })] : []),
    ...(rights.includes('plan') ? [t('plan', { name })] : []),
    t('hidden', { name, list: list(currentLanguage() === 'en' ? 'disjunction' : 'conjunction', hidden) }),
    ...(rights.includes('messages') ? [t('messages', { name, therapist })] : []),
  ]
}
