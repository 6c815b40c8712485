import type { Session } from '@attune/contract/features/session'
import { Skeleton } from '@mantine/core'
import { IconArrowsExchange, IconBan } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Choice, ChoiceList } from '../../../ui/ChoiceList.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { useSessionTerms } from './RequestChangeDialogs.tsx'
import { TermsSummary } from './TermsSummary.tsx'

type Props = { session: Session; onMove: () => void; onCancel: () => void; onClose: () => void }

/**
 * Lets a client choose between requesting another time and requesting a cancellation. Shows the terms that currently
 * apply to each choice.
 */
export function ChangeOrCancelDialog({ session, onMove, onCancel, onClose }: Props) {
  const { t } = useTranslation('sessionDialog')
  const terms = useSessionTerms(session)
  return (
    <Dialog title={t('choose.title')} size={460} onClose={onClose}>
      {terms ? (
        <ChoiceList>
          <Choice
            title={t('choose.move')}
            icon={<IconArrowsExchange size={20} stroke={1.75} aria-hidden />}
            onClick={onMove}
          >
            <TermsSummary session={session} terms={terms} kind="move" />
          </Choice>
          <Choice title={t('choose.cancel')} icon={<IconBan size={20} stroke={1.75} aria-hidden />} onClick={onCancel}>
            <TermsSummary session={session} terms={terms} kind="cancel" />
          </Choice>
        </ChoiceList>
      ) : (
        <Skeleton height={190} />
      )}
    </Dialog>
  )
}
