import './styles-overlay.ts'
import { Modal, type ModalRootProps } from '@mantine/core'
import { useEffect, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './Dialog.module.css'

type Props = Omit<ModalRootProps, 'opened' | 'title'> & {
  title: string
  /** Without a cross the dialog ends by its own buttons alone. */
  cross?: boolean
  /** Stands over the whole page, other dialogs too: blurred, out of reach, and kept as it is. */
  over?: boolean
  children: ReactNode
}

/** A dialog over the page: focus goes in and comes back. Made of parts, because Mantine's own brings a second page header. */
export function Dialog({ title, cross = true, over = false, children, onClose, ...rest }: Props) {
  const { t } = useTranslation()
  const [content, setContent] = useState<HTMLElement | null>(null)
  useEffect(() => (over && content ? withdraw(content) : undefined), [over, content])
  const [before] = useState(() => document.activeElement)
  // The dialog is drawn while it is wanted and no longer; the focus goes back to what opened it.
  useEffect(() => () => (before instanceof HTMLElement ? before.focus({ preventScroll: true }) : undefined), [before])
  return (
    <Modal.Root
      opened
      centered
      // Escape is heard by every open dialog; one that lies under another stays.
      onClose={() => !content?.closest('[inert]') && onClose()}
      returnFocus={false}
      closeOnEscape={cross}
      closeOnClickOutside={cross}
      classNames={{ content: classes.content }}
      transitionProps={{ duration: 150, transition: 'fade' }}
      {...(over && { zIndex: 1000, portalProps: { reuseTargetNode: false } })}
      {...rest}
    >
      <Modal.Overlay blur={over ? 10 : 0} backgroundOpacity={0.45} />
      <Modal.Content ref={setContent} radius={rest.fullScreen ? 0 : 'lg'}>
        <div className={classes.head}>
          <Modal.Title className={classes.title}>{title}</Modal.Title>
          {cross && <Modal.CloseButton aria-label={t('close')} />}
        </div>
        <Modal.Body className={classes.body}>{children}</Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}

/** Puts all of the page but this dialog out of reach; the answer gives it back. */
function withdraw(content: HTMLElement): () => void {
  const rest = [...document.body.children].filter((part) => !part.contains(content) && !part.hasAttribute('inert'))
  for (const part of rest) part.toggleAttribute('inert', true)
  return () => {
    for (const part of rest) part.removeAttribute('inert')
  }
}
