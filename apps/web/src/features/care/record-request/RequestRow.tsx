import type { RecordRequest } from '@attune/contract/features/care/record-request/record-request'
import { Button } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { MetaList } from '../../../ui/page/row/MetaList.tsx'
import { LazyFileViewDialog } from '../file/file.ts'
import classes from './record-request.module.css'
import { RequestState, useRequestDays } from './RequestState.tsx'

type Props = {
  request: RecordRequest
  /** The first name of the therapist; null if the reader is the therapist. */
  therapist: string | null
  children?: ReactNode
}

/** A request with its state and days, the answer, and the copy if it was shared. */
export function RequestRow({ request, therapist, children }: Props) {
  const { t } = useTranslation('recordRequest')
  const [asked, due] = useRequestDays()(request)
  const { state, answer, file } = request
  const isShared = state === 'answered' && answer === ''
  return (
    <div className={classes.request}>
      <RequestState {...request} />
      <div className={classes.days}>
        <MetaList>
          {asked}
          {due}
        </MetaList>
      </div>
      {answer && (
        <div>
          <div className={classes.label}>
            {therapist === null
              ? t(state === 'refused' ? 'reasonYou' : 'howYou')
              : t(state === 'refused' ? 'reasonOf' : 'howOf', { name: therapist })}
          </div>
          <div className={classes.answer}>{answer}</div>
        </div>
      )}
      {isShared && file?.state === 'ready' && <OpenCopy file={file} />}
      {isShared && file?.state !== 'ready' && (
        <div className={classes.days}>{t(file?.state === 'checking' ? 'copy.checking' : 'copy.gone')}</div>
      )}
      {therapist !== null && state === 'refused' && <div className={classes.days}>{t('complain')}</div>}
      {therapist !== null && state === 'closed' && (
        <div className={classes.days}>{t('closedBefore', { name: therapist })}</div>
      )}
      {children}
    </div>
  )
}

/** A button that shows the copy, from where it can be downloaded. */
function OpenCopy({ file }: { file: NonNullable<RecordRequest['file']> }) {
  const { t } = useTranslation('recordRequest')
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button
        className={classes.button}
        variant="light"
        size="compact-md"
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
      >
        {t('copy.open')}
      </Button>
      {isOpen && <LazyFileViewDialog file={file} onClose={() => setIsOpen(false)} />}
    </>
  )
}
