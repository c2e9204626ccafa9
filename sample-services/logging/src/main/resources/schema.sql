-- Understood by PostgreSQL and by H2 in its PostgreSQL mode.
create table if not exists event (
  seq          bigint generated always as identity primary key,
  id           varchar(128) not null unique,
  epoch_micros bigint       not null,
  source       varchar(128) not null,
  kind         varchar(128) not null,
  order_id     varchar(128) not null,
  subject      varchar(256) not null,
  amount_cents bigint       not null,
  trace        varchar(256) not null
);
