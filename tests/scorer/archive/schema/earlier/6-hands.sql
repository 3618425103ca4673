CREATE TABLE hands_seen (
	kind VARCHAR(16) NOT NULL,
	"key" VARCHAR(200) NOT NULL,
	person VARCHAR(64) NOT NULL,
	player VARCHAR(60) NOT NULL,
	since DATETIME NOT NULL,
	PRIMARY KEY (kind, "key", person, player)
);
INSERT INTO "hands_seen" VALUES('play','k1','ana''s phone','Ana','2026-11-30 04:48:07.977087');
