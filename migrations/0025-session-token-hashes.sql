-- Of a session's token only its SHA-256 is kept: whoever reads this table cannot sign in with what it says. The token
-- of a program (a sign-in by the device grant) has 43 characters, that of a browser 32. The prefix keeps the one from
-- being used as the other. Sessions go on: cookies and programs keep their tokens.
alter table identity_sessions rename column token to token_hash;
alter table identity_sessions rename constraint identity_sessions_token_key to identity_sessions_token_hash_key;

update identity_sessions set token_hash = encode(sha256(convert_to(
  case when length(token_hash) = 43 then 'program:' else '' end || token_hash, 'UTF8')), 'hex');
