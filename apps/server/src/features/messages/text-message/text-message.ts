export { receiveText } from './text-message.incoming.ts'
