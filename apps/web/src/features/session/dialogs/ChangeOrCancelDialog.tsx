import type { Session } from '@attune/contract/features/session'
import { Skeleton, UnstyledButton } from '@mantine/core'
import { IconArrowsExchange, IconBan } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../../ui/Dialog.tsx'
import classes from './choices.module.css'
import { useSessionTerms } from './RequestChangeDialogs.tsx'
import { TermsSummary } from './TermsSummary.tsx'

type Props = { session: Session; onMove: () => void; onCancel: () => void; onClose: () => void }

/** Lets a client choose between asking for another time and asking to cancel, each with the terms that apply now. */
export function ChangeOrCancelDialog({ session, onMove, onCancel, onClose }: Props) {
  const { t } = useTranslation('sessionDialog')
  const terms = useSessionTerms(session)
  return (
    <Dialog title={t('choose.title')} size={460} onClose={onClose}>
      {terms ? (
        <div className={classes.choices}>
          <UnstyledButton className={classes.choice} onClick={onMove}>
            <strong>
              <IconArrowsExchange size={20} stroke={1.75} aria-hidden />
              {t('choose.move')}
            </strong>
            <TermsSummary session={session} terms={terms} kind="move" />
          </UnstyledButton>
          <UnstyledButton className={classes.choice} onClick={onCancel}>
            <strong>
              <IconBan size={20} stroke={1.75} aria-hidden />
              {t('choose.cancel')}
            </strong>
            <TermsSummary session={session} terms={terms} kind="cancel" />
          </UnstyledButton>
        </div>
      ) : (
        <Skeleton height={190} />
      )}
    </Dialog>
  )
}
