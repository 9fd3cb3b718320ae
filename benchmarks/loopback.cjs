// Loaded before the server of Improved Initiative: node --require benchmarks/loopback.cjs <folder>/server/server.js
// The server then listens at 127.0.0.1 alone, runs without a database, and its connections to other machines hang, as
// behind a slow line. (Refused ones it would try again without pause, and measure that.)
const net = require("node:net");
const path = require("node:path");

const HERE = ["127.0.0.1", "localhost", "::1"];
const { connect } = net.Socket.prototype;
const { listen } = net.Server.prototype;

net.Server.prototype.listen = function (port, ...rest) {
  return listen.call(this, { port, host: HERE[0] }, ...rest);
};

net.Socket.prototype.connect = function (...given) {
  const options = Array.isArray(given[0]) ? given[0][0] : given[0];
  const host = typeof options === "object" ? options.host : given[1];
  return HERE.includes(host) ? connect.apply(this, given) : this;
};

require(path.resolve(process.argv[1], "../getDbConnectionString.js")).getDbConnectionString = async () => "";
