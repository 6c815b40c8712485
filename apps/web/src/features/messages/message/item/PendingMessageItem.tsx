import { Button } from '@mantine/core'
import { IconClock } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { withdrawWaiting } from '../../../../platform/outgoing/outgoing-changes.ts'
import { QueuedFileList } from '../../../care/file/file.ts'
import { MessageStatusMark } from './MessageStatusMark.tsx'
import classes from '../messages.module.css'
import { usePendingState, type PendingMessage } from '../outgoing-messages.ts'

/** A message that the server has not accepted yet. The person can withdraw the message while its files are not uploaded. */
export function PendingMessageItem({ message }: { message: PendingMessage }) {
  const { t } = useTranslation('message')
  const { online, isUploading } = usePendingState(message)
  const { input, files } = message
  return (
    <li className={classes.message} data-own data-pending>
      <div className={classes.bubble}>
        {input.text && <p dir="auto">{input.text}</p>}
        {files && <QueuedFileList files={files} />}
      </div>
      <div className={classes.meta}>
        {isUploading && (
          <Button variant="subtle" size="compact-sm" onClick={() => void withdrawWaiting(message)}>
            {t('takeBack')}
          </Button>
        )}
        {online && !isUploading ? (
          <MessageStatusMark status="sending" t={t} />
        ) : (
          <span className={classes.status}>
            <IconClock size={14} stroke={1.75} aria-hidden />
            {t(online ? 'status.uploading' : 'status.waiting')}
          </span>
        )}
      </div>
    </li>
  )
}
