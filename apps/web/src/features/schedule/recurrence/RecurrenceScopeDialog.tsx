import { recurrenceScopes, type RecurrenceScope } from '@attune/contract/common/time/recurrence'
import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useLocale } from '../../../platform/settings/use-locale.ts'
import { Choice, ChoiceList } from '../../../ui/choice/ChoiceList.tsx'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import { momentText, momentInSentence } from '../../../ui/page/date-text.ts'

type Props = {
  title: string
  /** The name or the recurrence rule of the series; null while it loads. */
  about: string | null
  /** The start of the occurrence that the user opened. */
  startsAt: string
  /** The hint for the choice 'all', for example the number of occurrences. Null while it loads. */
  allHint: string | null
  onScope: (scope: RecurrenceScope) => void
  onClose: () => void
}

const space = '\u00a0'

/** Asks which occurrences of a series a change affects: this one, this and the following ones, or all upcoming ones. */
export function RecurrenceScopeDialog({ title, about, startsAt, allHint, onScope, onClose }: Props) {
  const { t } = useTranslation('recurrence')
  const locale = useLocale()
  const hints = {
    one: t('scope.oneHint', { when: momentText(startsAt, locale) }),
    following: t('scope.followingHint', { when: momentInSentence(startsAt, locale) }),
    all: allHint ?? space,
  }
  return (
    <Dialog title={title} size={460} onClose={onClose}>
      <ChoiceList>
        <Text>{about ?? space}</Text>
        {recurrenceScopes.map((scope) => (
          <Choice key={scope} title={t(`scope.${scope}`)} onClick={() => onScope(scope)}>
            <span>{hints[scope]}</span>
          </Choice>
        ))}
      </ChoiceList>
    </Dialog>
  )
}
