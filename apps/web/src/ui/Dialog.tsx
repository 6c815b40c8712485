import './styles-overlay.ts'
import { Modal, type ModalRootProps } from '@mantine/core'
import { useEffect, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './Dialog.module.css'

type Props = Omit<ModalRootProps, 'opened' | 'title'> & {
  title: string
  /** Without a cross the dialog ends by its own buttons alone. */
  cross?: boolean
  blur?: number
  children: ReactNode
}

/** A dialog over the page: focus goes in and comes back. Made of parts, because Mantine's own brings a second page header. */
export function Dialog({ title, cross = true, blur = 0, children, onClose, ...rest }: Props) {
  const { t } = useTranslation()
  const [before] = useState(() => document.activeElement)
  // The dialog is drawn while it is wanted and no longer; the focus goes back to what opened it.
  useEffect(() => () => (before instanceof HTMLElement ? before.focus({ preventScroll: true }) : undefined), [before])
  return (
    <Modal.Root
      opened
      centered
      onClose={onClose}
      returnFocus={false}
      closeOnEscape={cross}
      closeOnClickOutside={cross}
      classNames={{ content: classes.content }}
      transitionProps={{ duration: 150, transition: 'fade' }}
      {...rest}
    >
      <Modal.Overlay blur={blur} backgroundOpacity={0.45} />
      <Modal.Content radius={rest.fullScreen ? 0 : 'lg'}>
        <div className={classes.head}>
          <Modal.Title className={classes.title}>{title}</Modal.Title>
          {cross && <Modal.CloseButton aria-label={t('close')} />}
        </div>
        <Modal.Body className={classes.body}>{children}</Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}
