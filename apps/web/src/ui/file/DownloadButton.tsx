import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { ShareFileButton } from './ShareFileButton.tsx'

type Props = {
  /** The path of the file on the server. */
  path: string
  label: string
  /** The name of the file for screen readers. */
  name: string
}

/** A small button that downloads a file from the server. In the native app, a second button shares the file with other apps. */
export function DownloadButton({ path, label, name }: Props) {
  const { t } = useTranslation()
  return (
    <>
      <Button
        variant="default"
        size="compact-sm"
        leftSection={<IconDownload size={16} aria-hidden />}
        component="a"
        href={path}
        aria-label={t('labelled', { label, text: name })}
        download
      >
        {label}
      </Button>
      {import.meta.env.MODE === 'native' && <ShareFileButton path={path} name={name} size={26} />}
    </>
  )
}
