import { createServer, type Socket } from 'node:net'
import { createInterface } from 'node:readline'

export interface ReceivedMail {
  from: string
  to: string[]
  /** Header and body as sent. */
  data: string
}

export interface SmtpServer {
  url: string
  mails: ReceivedMail[]
  close(): Promise<void>
}

/**
 * A small real SMTP server (RFC 5321) on loopback. The recipient decides on its faults: `busy@…` gets 451,
 * `unknown@…` 550, for `dropped@…` the line goes dead.
 * @param delayMs how long it thinks before it takes a message
 */
export async function startSmtpServer(delayMs = 0): Promise<SmtpServer> {
  const mails: ReceivedMail[] = []
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket)).on('error', () => {})
    serve(socket, mails, delayMs)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    mails,
    close: () => {
      for (const socket of sockets) socket.destroy()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

function serve(socket: Socket, mails: ReceivedMail[], delayMs: number): void {
  let mail: ReceivedMail = { from: '', to: [], data: '' }
  let isData = false
  const say = (line: string) => socket.write(`${line}\r\n`)
  say('220 test')
  createInterface({ input: socket, crlfDelay: Infinity }).on('line', (line) => {
    if (isData) {
      if (line !== '.') {
        mail.data += `${line}\n`
        return
      }
      isData = false
      const done = mail
      mail = { from: '', to: [], data: '' }
      setTimeout(() => {
        mails.push(done)
        say('250 taken')
      }, delayMs)
      return
    }
    const [, verb = '', rest = ''] = /^(\w+)\s*(.*)$/.exec(line) ?? []
    const path = /<([^>]*)>/.exec(rest)?.[1] ?? ''
    if (verb === 'MAIL') mail.from = path
    if (verb === 'RCPT') {
      if (path.startsWith('busy@')) return say('451 try later')
      if (path.startsWith('unknown@')) return say('550 nobody here')
      if (path.startsWith('dropped@')) return socket.destroy()
      mail.to.push(path)
    }
    isData = verb === 'DATA'
    say(isData ? '354 go on' : verb === 'QUIT' ? '221 bye' : '250 ok')
  })
}
