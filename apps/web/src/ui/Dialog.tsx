import './styles-overlay.ts'
import { Modal, type ModalRootProps } from '@mantine/core'
import { useEffect, useState, type ReactNode } from 'react'
import classes from './Dialog.module.css'

type Props = Omit<ModalRootProps, 'opened' | 'title'> & {
  title: string
  /** The name of the cross; without it the dialog ends by its own buttons alone. */
  close?: string
  blur?: number
  children: ReactNode
}

/** A dialog over the page: focus goes in and comes back. Made of parts, because Mantine's own brings a second page header. */
export function Dialog({ title, close, blur = 0, children, onClose, ...rest }: Props) {
  const ends = close !== undefined
  const [before] = useState(() => document.activeElement)
  // The dialog is drawn while it is wanted and no longer; the focus goes back to what opened it.
  useEffect(() => () => (before instanceof HTMLElement ? before.focus({ preventScroll: true }) : undefined), [before])
  return (
    <Modal.Root opened onClose={onClose} returnFocus={false} closeOnEscape={ends} closeOnClickOutside={ends} {...rest}>
      <Modal.Overlay blur={blur} />
      <Modal.Content radius={rest.fullScreen ? 0 : 'lg'} className={classes.content}>
        <div className={classes.head}>
          <Modal.Title className={classes.title}>{title}</Modal.Title>
          {ends && <Modal.CloseButton aria-label={close} />}
        </div>
        <Modal.Body className={classes.body}>{children}</Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}
