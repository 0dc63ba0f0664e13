import { pluralize } from '../../../content/format.ts';
import { isolate } from '../../../content/placeholders.ts';
import type { OrganizerList } from '../../../organizers/repository.ts';
import { useChange, useData } from '../api.ts';
import { Button } from '../components/Button.tsx';
import { Failure, Loading } from '../components/Messages.tsx';
import { QuestionButton } from '../components/QuestionDialog.tsx';
import { useNotice } from '../components/use-notice.tsx';
import { exactMomentText, momentText } from '../words.ts';
import { goToSignIn } from '../session.ts';
import { useFacts, useMayChange } from '../facts.ts';
import css from './Access.module.css';
import { InviteOrganizer } from './InviteOrganizer.tsx';
import { OwnPasskeys } from './OwnPasskeys.tsx';

/**
 * Who may sign in, and where. An organizer invites the next one, removes own passkeys, ends sessions and revokes access. Readers remove only
 * their own passkeys, and end only their own sessions.
 */
export function Access() {
  const { signedIn } = useFacts();
  const { data, error } = useData<OrganizerList>('/api/access', ['access']);
  const { mutate, error: refusal } = useChange();
  const [notice, showNotice] = useNotice();
  const change = (path: string, body: object, onSuccess: () => void) => mutate({ path, body }, { onSuccess });
  const signOut = () => change('/api/sign-out', {}, goToSignIn);
  const withdraw = (name: string) =>
    change('/api/access/withdraw', { name }, () => showNotice(`The invitation of ${isolate(name)} was withdrawn.`));
  const endSession = (id: string, name: string) =>
    change(`/api/access/sessions/${id}/end`, {}, () =>
      showNotice(`${name === signedIn?.name ? 'You were' : `${isolate(name)} was`} signed out there.`),
    );
  const mayChange = useMayChange();

  return (
    <>
      <header className={`spread ${css.head}`}>
        <div>
          <h1>Access</h1>
          {signedIn && (
            <p className="subtitle">
              You are signed in as {signedIn.name}, {signedIn.role === 'reader' ? 'a reader who cannot change anything' : 'organizer'}
            </p>
          )}
        </div>
        <Button onClick={signOut}>Sign out</Button>
      </header>
      <Failure>{error ?? refusal?.message}</Failure>
      {notice}
      {mayChange && <InviteOrganizer invitations={data?.invitations} />}
      <OwnPasskeys onRemoved={showNotice} />
      {data ? (
        <ul role="list" className="stack ruled-list">
          {data.organizers.map((organizer) => (
            <OrganizerItem
              key={organizer.id}
              organizer={organizer}
              onRevoked={() => showNotice(`${isolate(organizer.name)} no longer has access.`)}
              onEndSession={(id) => endSession(id, organizer.name)}
            />
          ))}
          {data.invitations.map(({ name, role, expiresAt }) => (
            <li key={name} className="stack">
              <div className={`spread ${css.head}`}>
                <h2>{name}</h2>
                {mayChange && (
                  <Button label={`Withdraw the invitation of ${name}`} onClick={() => withdraw(name)}>
                    Withdraw
                  </Button>
                )}
              </div>
              <p>
                Invited as {role} until {momentText(expiresAt)}
              </p>
            </li>
          ))}
        </ul>
      ) : (
        !error && <Loading />
      )}
    </>
  );
}

interface OrganizerItemProps {
  organizer: OrganizerList['organizers'][number];
  onRevoked: () => void;
  onEndSession: (id: string) => void;
}

/** Someone who may sign in, and the sessions that have not ended. */
function OrganizerItem({ organizer: { id, name, role, passkeys, sessions }, onRevoked, onEndSession }: OrganizerItemProps) {
  const { signedIn } = useFacts();
  const mayChange = useMayChange();
  const isSelf = id === signedIn?.id;
  const mayEndSessions = mayChange || isSelf;
  return (
    <li className="stack">
      <div className={`spread ${css.head}`}>
        <h2>{name}</h2>
        {mayChange && !isSelf && (
          <QuestionButton
            text="Revoke access …"
            label={`Revoke the access of ${name}`}
            title={`Revoke the access of ${isolate(name)}`}
            button="Revoke access"
            change={{ path: '/api/access/revoke', body: { name } }}
            onDone={onRevoked}
          >
            <p>
              {isolate(name)} will be signed out everywhere immediately, and none of the passkeys will sign in again. Open invitations to
              this name, and those that {isolate(name)} made, will stop working.
            </p>
          </QuestionButton>
        )}
      </div>
      <p>
        {role === 'reader' ? 'Reader' : 'Organizer'}, {pluralize(passkeys, 'passkey')}
      </p>
      {sessions.length > 0 && (
        <ul role="list" className="stack">
          {sessions.map(({ id: sessionId, device, createdAt, seenAt }) => {
            const isCurrent = sessionId === signedIn?.sessionId;
            // Two that began in one minute would have the same name.
            const session = `${device}, signed in ${exactMomentText(createdAt)}`;
            return (
              <li key={sessionId} className={`spread ${css.head}`}>
                <span>
                  {session}, last seen {momentText(seenAt)}
                  {isCurrent && ' (this one)'}
                </span>
                {mayEndSessions && !isCurrent && (
                  <Button label={`End the session of ${name}: ${session}`} onClick={() => onEndSession(sessionId)}>
                    End the session
                  </Button>
                )}
              </li>
            );
          })}
        </ul>
      )}
    </li>
  );
}
