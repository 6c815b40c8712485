/**
 * The reason why the server cannot start, for the person who starts the server. The message is printed without a stack; the exit code is 1.
 */
export class StartError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'StartError'
  }
}
