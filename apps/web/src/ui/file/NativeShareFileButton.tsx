import { ActionIcon } from '@mantine/core'
import { IconShare2 } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { shareServerFile } from '../../platform/share.ts'
import { toast } from '../toast/toast.ts'

export type ShareFileProps = {
  /** The path of the file on the server, as in the link that downloads it. */
  path: string
  /** The name of the file for screen readers. */
  name: string
  /** The width and height of the button, in pixels. */
  size?: number
}

/** A button that offers a file of the server to other apps of the phone. */
export function NativeShareFileButton({ path, name, size = 36 }: ShareFileProps) {
  const { t } = useTranslation()
  const share = useMutation({
    mutationFn: () => shareServerFile(path),
    onError: () => toast.error(t('shareFailed')),
  })
  return (
    <ActionIcon
      variant="default"
      size={size}
      aria-label={t('labelled', { label: t('share'), text: name })}
      loading={share.isPending}
      onClick={() => share.mutate()}
    >
      <IconShare2 size={18} aria-hidden />
    </ActionIcon>
  )
}
