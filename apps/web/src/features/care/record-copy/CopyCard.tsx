import type { RecordCopyId } from '@attune/contract/features/care/record-copy/record-copy'
import { Button } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../platform/api/api.ts'
import { errorCode } from '../../../platform/api/errors.ts'
import { lazyNamed } from '../../../platform/lazy-named.ts'
import { useLocale } from '../../../platform/settings/use-locale.ts'
import { useErrorMessage } from '../../../ui/base/use-error-message.ts'
import { dateText, localDay, momentInSentence, timeText } from '../../../ui/page/date-text.ts'
import { Section } from '../../../ui/page/Section.tsx'
import { toast } from '../../../ui/toast/toast.ts'
import classes from './record-copy.module.css'
import { useInvalidateCopies } from './use-record-copies.ts'

const DiscardDialog = lazyNamed(() => import('../../../ui/dialog/DiscardDialog.tsx'), 'DiscardDialog')

type Props = {
  copy: { id: RecordCopyId; dataOf: string; madeAt: string }
  /** A button for the copy, such as one that inserts its text into the note. */
  action?: ReactNode
  children: ReactNode
}

/** A card with an earlier state of a record, which the host restored from a backup. The copy can be deleted. */
export function CopyCard({ copy, action, children }: Props) {
  const { t } = useTranslation('recordCopy')
  const locale = useLocale()
  const [asked, setAsked] = useState(false)
  const changed = useInvalidateCopies()
  const general = useErrorMessage()
  const discard = useMutation({
    mutationFn: () => api.recordCopy.delete({ id: copy.id }),
    onSuccess: () => toast.success(t('deleted')),
    onError: (error) => toast.error((errorCode(error) === 'HELD' && general(error)) || t('failed')),
    onSettled: () => {
      setAsked(false)
      void changed()
    },
  })
  const { dataOf, madeAt } = copy
  const when = `${dateText(localDay(dataOf, locale), locale.language)}, ${timeText(dataOf, locale)}`
  return (
    <Section title={t('title', { when })} hint={t('hint', { when: momentInSentence(madeAt, locale) })}>
      <div className={classes.content}>{children}</div>
      <div className={classes.actions}>
        {action}
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<IconTrash size={16} aria-hidden />}
          aria-label={t('deleteOf', { when })}
          aria-haspopup="dialog"
          onClick={() => setAsked(true)}
        >
          {t('delete')}
        </Button>
      </div>
      {asked && (
        <DiscardDialog
          title={t('deleteTitle')}
          text={t('deleteText')}
          stay={t('keep')}
          leave={t('delete')}
          onStay={() => setAsked(false)}
          onLeave={() => discard.mutate()}
        />
      )}
    </Section>
  )
}
